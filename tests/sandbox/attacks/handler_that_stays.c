/* verdict: too late */
#include "attack.h"

static void stay(int number) {
    (void)number;
    for (;;) __asm__ volatile("");
}

int main(void) {
    wait_for_turn();
    static char stack[1 << 16];
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = stay, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    *(volatile int *)8 = 1;
    return survived();
}
