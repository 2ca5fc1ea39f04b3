/* verdict: forbidden clone */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    return survived();
}
