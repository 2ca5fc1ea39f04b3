/* verdict: ok none */
#include "attack.h"

int main(void) {
    wait_for_turn();
    uint32_t header[2] = {0x20080522, 0}, sets[6] = {0};
    if (syscall(SYS_capget, header, sets) != 0) return answer("unreadable");
    for (int word = 0; word < 6; ++word)
        if (sets[word] != 0) return answer("some");
    return answer("none");
}
