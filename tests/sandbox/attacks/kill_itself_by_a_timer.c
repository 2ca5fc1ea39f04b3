/* verdict: crash SIGKILL */
#include "attack.h"
#include <time.h>

int main(void) {
    wait_for_turn();
    struct sigevent event = {0};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGKILL;
    const struct itimerspec soon = {{0, 0}, {0, 1000000}};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return answer("refused");
    timer_settime(timer, 0, &soon, NULL);
    for (;;) __asm__ volatile("");
    return survived();
}
