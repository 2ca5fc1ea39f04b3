/* verdict: forbidden timer_create */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* A timer would wake it in its opponent's turn, whoever has stopped it. */
    struct sigevent wake = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    const struct itimerspec often = {{0, 1000000}, {0, 1000000}};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &wake, &timer) == 0) timer_settime(timer, 0, &often, NULL);
    return survived();
}
