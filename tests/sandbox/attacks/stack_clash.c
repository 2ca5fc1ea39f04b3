/* verdict: crash SIGSEGV */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* Jumps over the guard below the stack. */
    volatile char here;
    *(&here - ((size_t)1 << 40)) = 1;
    return survived();
}
