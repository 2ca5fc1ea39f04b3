/* verdict: memory */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) memset(mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1, 1 << 16);
    return survived();
}
