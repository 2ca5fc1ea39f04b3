/* verdict: forbidden iopl */
/* machine: x86_64 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_iopl, 3);
    return survived();
}
