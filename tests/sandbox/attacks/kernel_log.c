/* verdict: forbidden syslog */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_syslog, 5, 0, 0);
    return survived();
}
