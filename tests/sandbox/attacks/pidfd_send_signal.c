/* verdict: forbidden pidfd_send_signal */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(424, 0, SIGKILL, 0, 0);
    return survived();
}
