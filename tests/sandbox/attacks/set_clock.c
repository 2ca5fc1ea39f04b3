/* verdict: forbidden clock_settime */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_clock_settime, CLOCK_REALTIME, (struct timespec[]){{0, 0}});
    return survived();
}
