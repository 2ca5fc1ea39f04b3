/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    struct timespec moment = {0, 50 * 1000 * 1000};
    nanosleep(&moment, NULL);
    for (;;) __asm__ volatile("");
    return survived();
}
