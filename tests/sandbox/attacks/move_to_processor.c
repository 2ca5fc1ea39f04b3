/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    if (sched_setaffinity(0, sizeof first, &first) < 0) return answer("refused");
    return survived();
}
