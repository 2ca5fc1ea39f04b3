/* verdict: forbidden ioperm */
/* machine: x86_64 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_ioperm, 0x3f8, 8, 1);
    return survived();
}
