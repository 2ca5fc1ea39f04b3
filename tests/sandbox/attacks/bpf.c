/* verdict: forbidden bpf */
#include "attack.h"

int main(void) {
    wait_for_turn();
    char attributes[64] = {0};
    syscall(SYS_bpf, 0, attributes, sizeof attributes);
    return survived();
}
