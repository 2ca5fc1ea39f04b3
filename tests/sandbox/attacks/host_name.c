/* verdict: forbidden sethostname */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_sethostname, "mine", 4);
    return survived();
}
