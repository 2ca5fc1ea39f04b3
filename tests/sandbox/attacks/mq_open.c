/* verdict: forbidden mq_open /garlic */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_mq_open, "garlic", O_RDWR | O_CREAT, 0600, 0);
    return survived();
}
