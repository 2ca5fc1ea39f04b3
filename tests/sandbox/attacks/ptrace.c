/* verdict: forbidden ptrace */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_ptrace, 16, getppid(), 0, 0);
    return survived();
}
