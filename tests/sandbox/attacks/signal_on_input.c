/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (fcntl(0, F_SETOWN, getppid()) < 0 && fcntl(0, F_SETSIG, SIGKILL) < 0) return answer("refused");
    return survived();
}
