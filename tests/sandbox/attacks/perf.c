/* verdict: forbidden perf_event_open */
#include "attack.h"

int main(void) {
    wait_for_turn();
    char attributes[128] = {0};
    syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0);
    return survived();
}
