/* verdict: forbidden openat2 /etc/passwd */
#include "attack.h"

int main(void) {
    wait_for_turn();
    uint64_t how[3] = {O_RDONLY};
    syscall(437, AT_FDCWD, "/etc/passwd", how, sizeof how);
    return survived();
}
