/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    static char block[1 << 16];
    for (;;) (void)!syscall(SYS_getrandom, block, sizeof block, 0);
    return survived();
}
