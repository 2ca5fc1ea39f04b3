/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* Shared with nobody, but counted like the pages of a library. */
    const int flags = MAP_SHARED | MAP_ANONYMOUS;
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) return answer("refused");
    return survived();
}
