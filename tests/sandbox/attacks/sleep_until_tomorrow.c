/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 86400;
    clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &end, NULL);
    return survived();
}
