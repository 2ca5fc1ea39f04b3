/* verdict: forbidden modify_ldt */
/* machine: x86_64 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_modify_ldt, 0, 0, 0);
    return survived();
}
