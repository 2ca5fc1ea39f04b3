/* verdict: forbidden io_uring_setup */
#include "attack.h"

int main(void) {
    wait_for_turn();
    char parameters[120] = {0};
    syscall(425, 8, parameters);
    return survived();
}
