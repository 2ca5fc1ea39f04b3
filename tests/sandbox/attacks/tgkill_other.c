/* verdict: forbidden tgkill */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_tgkill, 1, 1, SIGKILL);
    return survived();
}
