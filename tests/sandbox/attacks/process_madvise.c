/* verdict: forbidden process_madvise */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(440, 0, 0, 0, 21, 0);
    return survived();
}
