/* verdict: crash SIGSEGV */
#include "attack.h"

int main(void) {
    wait_for_turn();
    *(volatile int *)16 = 1;
    return survived();
}
