/* verdict: forbidden prctl */
#include "attack.h"

int main(void) {
    wait_for_turn();
    prctl(PR_SET_DUMPABLE, 0);
    return survived();
}
