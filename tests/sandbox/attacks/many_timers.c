/* verdict: ok limited */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* Each takes a place in a queue that all processes of a user share. */
    timer_t timer;
    for (int made = 0; made < 1000; ++made)
        if (timer_create(CLOCK_MONOTONIC, NULL, &timer) != 0) return answer("limited");
    return survived();
}
