/* verdict: forbidden prctl */
#include "attack.h"

int main(void) {
    wait_for_turn();
    prctl(PR_SET_PDEATHSIG, 0);
    return survived();
}
