/* verdict: forbidden splice */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_splice, 0, 0, 1, 0, 16, 0);
    return survived();
}
