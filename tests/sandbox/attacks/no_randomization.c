/* verdict: forbidden personality */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_personality, 0x0040000);
    return survived();
}
