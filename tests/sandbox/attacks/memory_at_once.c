/* verdict: memory */
#include "attack.h"

int main(void) {
    wait_for_turn();
    volatile char *block = malloc((size_t)4 << 30);
    block[0] = 1;
    return survived();
}
