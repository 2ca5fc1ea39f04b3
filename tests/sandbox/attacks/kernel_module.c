/* verdict: forbidden finit_module */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_finit_module, 0, "", 0);
    return survived();
}
