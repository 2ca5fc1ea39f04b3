/* verdict: memory */
#include "attack.h"

int main(void) {
    wait_for_turn();
    volatile char *block = mmap(NULL, (size_t)1 << 30, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    block[0] = 1;
    return survived();
}
