/* verdict: forbidden openat /dev/shm/garlic */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/dev/shm/garlic", O_RDWR | O_CREAT, 0600);
    return survived();
}
