/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    const struct sched_param first = {.sched_priority = 1};
    if (sched_setscheduler(0, SCHED_FIFO, &first) < 0) return answer("refused");
    return survived();
}
