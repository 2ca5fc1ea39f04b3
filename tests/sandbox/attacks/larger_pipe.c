/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (fcntl(1, F_SETPIPE_SZ, 1 << 20) < 0) return answer("refused");
    return survived();
}
