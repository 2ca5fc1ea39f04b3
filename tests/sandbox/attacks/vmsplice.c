/* verdict: forbidden vmsplice */
#include "attack.h"

int main(void) {
    wait_for_turn();
    struct {
        const char *start;
        size_t size;
    } piece = {"survived\n", 9};
    syscall(SYS_vmsplice, 1, &piece, 1, 0);
    return survived();
}
