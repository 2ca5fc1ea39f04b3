/* verdict: forbidden prctl */
#include "attack.h"

int main(void) {
    wait_for_turn();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return survived();
}
