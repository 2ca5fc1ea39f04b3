/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    static char block[1 << 20];
    if (mlock(block, sizeof block) < 0) return answer("refused");
    return survived();
}
