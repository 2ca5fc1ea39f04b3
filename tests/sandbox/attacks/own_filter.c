/* verdict: forbidden seccomp */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_seccomp, 0, 0, 0);
    return survived();
}
