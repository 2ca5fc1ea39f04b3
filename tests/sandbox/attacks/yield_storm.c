/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) sched_yield();
    return survived();
}
