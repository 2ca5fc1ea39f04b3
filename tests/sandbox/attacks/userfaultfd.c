/* verdict: forbidden userfaultfd */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_userfaultfd, 0);
    return survived();
}
