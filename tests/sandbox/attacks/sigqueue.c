/* verdict: forbidden rt_sigqueueinfo */
#include "attack.h"

int main(void) {
    wait_for_turn();
    siginfo_t info = {.si_code = SI_QUEUE};
    syscall(SYS_rt_sigqueueinfo, getpid(), SIGKILL, &info);
    return survived();
}
