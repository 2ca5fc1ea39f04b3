/* verdict: forbidden prctl */
#include "attack.h"

int main(void) {
    static volatile char selector;
    wait_for_turn();
    prctl(59 /* PR_SET_SYSCALL_USER_DISPATCH */, 1, 0, 0, &selector);
    return survived();
}
