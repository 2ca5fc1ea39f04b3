/* verdict: forbidden openat /usr/lib/garlic-attack */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/usr/lib/garlic-attack", O_RDWR | O_CREAT, 0600);
    return survived();
}
