/* verdict: forbidden memfd_secret */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(447, 0);
    return survived();
}
