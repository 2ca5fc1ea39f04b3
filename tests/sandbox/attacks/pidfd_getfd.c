/* verdict: forbidden pidfd_getfd */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(438, 0, 0, 0);
    return survived();
}
