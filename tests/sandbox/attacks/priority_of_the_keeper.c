/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (setpriority(PRIO_PROCESS, getppid(), 19) < 0) return answer("refused");
    return survived();
}
