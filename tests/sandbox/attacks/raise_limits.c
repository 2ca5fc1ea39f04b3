/* verdict: forbidden prlimit64|setrlimit */
#include "attack.h"

int main(void) {
    wait_for_turn();
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &more);
    return survived();
}
