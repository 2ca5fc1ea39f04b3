/* verdict: forbidden prctl */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* Calls that fail in odd ways would confuse the host program around a bot. */
    prctl(PR_SET_SECCOMP, 2, 0);
    return survived();
}
