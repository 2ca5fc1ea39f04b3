/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (syscall(SYS_ioprio_set, 1, 0, 1 << 13) < 0) return answer("refused");
    return survived();
}
