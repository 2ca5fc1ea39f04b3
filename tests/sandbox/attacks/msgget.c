/* verdict: forbidden msgget */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_msgget, 4711, 01600);
    return survived();
}
