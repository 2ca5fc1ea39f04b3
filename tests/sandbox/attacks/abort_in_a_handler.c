/* verdict: crash SIGABRT */
#include "attack.h"

static void again(int signal) {
    (void)signal;
    raise(SIGSEGV);
    abort();
}

int main(void) {
    wait_for_turn();
    signal(SIGSEGV, again);
    *(volatile int*)8 = 0;
    return survived();
}
