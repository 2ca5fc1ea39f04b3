/* verdict: forbidden mlockall */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_mlockall, MCL_CURRENT | MCL_FUTURE);
    return survived();
}
