/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* Looks like the end of the name, and a process that is exiting. */
    prctl(PR_SET_NAME, ") Z 1 1 1\n)");
    for (;;) pause();
    return survived();
}
