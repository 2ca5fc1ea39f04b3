/* verdict: forbidden openat /root */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/root", O_RDONLY | O_DIRECTORY);
    return survived();
}
