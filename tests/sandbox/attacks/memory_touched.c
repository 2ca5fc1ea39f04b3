/* verdict: memory */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) {
        char *block = malloc(65536);
        memset(block, 1, 65536);
    }
    return survived();
}
