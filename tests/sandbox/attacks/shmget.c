/* verdict: forbidden shmget */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_shmget, 4711, 4096, 01600);
    return survived();
}
