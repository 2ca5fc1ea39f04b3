/* verdict: forbidden clone */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* what a host may do between turns, a bot may not */
    syscall(SYS_clone, CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, 0, 0, 0, 0);
    return survived();
}
