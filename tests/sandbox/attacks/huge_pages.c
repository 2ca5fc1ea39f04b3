/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* Such pages are not among the resident ones, so only the limit on addresses holds them. */
    for (int made = 0; made < 1000; ++made) {
        char* const memory =
            mmap(NULL, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
        if (memory == MAP_FAILED) return answer("refused");
        memory[0] = 1;
    }
    return survived();
}
