/* verdict: forbidden io_setup */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_io_setup, 1, 0);
    return survived();
}
