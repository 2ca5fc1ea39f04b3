/* verdict: forbidden pidfd_open */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(434, getppid(), 0);
    return survived();
}
