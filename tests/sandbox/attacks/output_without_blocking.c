/* verdict: output */
#include "attack.h"

int main(void) {
    static char much[1 << 16];
    wait_for_turn();
    fcntl(1, F_SETFL, O_NONBLOCK);
    for (;;) (void)!write(1, much, sizeof much);
}
