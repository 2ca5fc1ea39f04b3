/* verdict: too late */
#include "attack.h"

static void go_back(int number) { (void)number; }

int main(void) {
    wait_for_turn();
    /* Returns to the instruction that faults. */
    signal(SIGSEGV, go_back);
    *(volatile int *)8 = 1;
    return survived();
}
