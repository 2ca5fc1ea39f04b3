/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    const size_t size = 16 << 20;
    char* const memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (;;) { /* memory that comes and goes in the kernel's time */
        memset(memory, 1, size);
        madvise(memory, size, MADV_DONTNEED);
        madvise(memory, size, 21 /* MADV_PAGEOUT */);
    }
}
