/* verdict: forbidden */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* only host programs may */
    syscall(10000, 1);
    return survived();
}
