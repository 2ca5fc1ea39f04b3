/* verdict: forbidden semget */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_semget, 4711, 1, 01600);
    return survived();
}
