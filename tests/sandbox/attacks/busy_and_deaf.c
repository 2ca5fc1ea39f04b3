/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
    for (;;) __asm__ volatile("");
    return survived();
}
