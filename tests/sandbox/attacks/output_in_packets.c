/* verdict: ok one two */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* Of a packet that is read in part, the kernel drops the rest. */
    fcntl(1, F_SETFL, O_DIRECT);
    (void)!write(1, "one ", 4);
    (void)!write(1, "two\n", 4);
    wait_for_turn();
    return 0;
}
