/* verdict: crash SIGPROF */
#include "attack.h"
#include <sys/time.h>

int main(void) {
    wait_for_turn();
    const struct itimerval soon = {{0, 0}, {0, 1000}};
    setitimer(ITIMER_PROF, &soon, NULL);
    for (;;) __asm__ volatile("");
    return survived();
}
