/* verdict: forbidden mount */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, 0);
    return survived();
}
