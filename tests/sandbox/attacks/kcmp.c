/* verdict: forbidden kcmp */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_kcmp, getpid(), getppid(), 0, 0, 0);
    return survived();
}
