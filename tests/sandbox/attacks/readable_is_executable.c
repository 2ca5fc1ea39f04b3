/* verdict: forbidden personality */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_personality, 0x0400000);
    return survived();
}
