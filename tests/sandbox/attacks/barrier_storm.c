/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) syscall(SYS_membarrier, 1, 0, 0);
    return survived();
}
