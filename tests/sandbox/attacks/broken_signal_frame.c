/* verdict: crash SIGSEGV */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_rt_sigreturn);
    return survived();
}
