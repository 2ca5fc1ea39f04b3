/* verdict: forbidden tee */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_tee, 0, 1, 16, 0);
    return survived();
}
