/* verdict: forbidden openat /tmp */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/tmp", O_TMPFILE | O_RDWR, 0600);
    return survived();
}
