/* verdict: forbidden getpid (x32) */
/* machine: x86_64 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(0x40000000 | 39);
    return survived();
}
