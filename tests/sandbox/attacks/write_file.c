/* verdict: forbidden openat /tmp/garlic-attack */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/tmp/garlic-attack", O_WRONLY | O_CREAT, 0600);
    return survived();
}
