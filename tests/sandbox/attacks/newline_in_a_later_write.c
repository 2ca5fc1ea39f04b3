/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* Never a whole line, but always something new. */
    for (;;) {
        (void)!write(1, "x", 1);
        usleep(1000);
    }
    return survived();
}
