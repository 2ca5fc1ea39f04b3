/* verdict: memory */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) {
        char *block = mmap(NULL, 8 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) abort();
    }
    return survived();
}
