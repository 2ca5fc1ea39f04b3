/* verdict: forbidden mkdir|mkdirat /tmp/garlic-attack */
#include "attack.h"

int main(void) {
    wait_for_turn();
    mkdir("/tmp/garlic-attack", 0700);
    return survived();
}
