/* verdict: forbidden openat /dev/tty */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/dev/tty", O_RDWR);
    return survived();
}
