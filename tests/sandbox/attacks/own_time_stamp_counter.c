/* verdict: forbidden prctl */
#include "attack.h"

int main(void) {
    wait_for_turn();
    prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
    return survived();
}
