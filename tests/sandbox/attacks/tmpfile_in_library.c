/* verdict: forbidden openat /usr/lib */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/usr/lib", O_TMPFILE | O_RDWR, 0600);
    return survived();
}
