/* verdict: forbidden chroot */
#include "attack.h"

int main(void) {
    wait_for_turn();
    chroot("/usr/lib");
    return survived();
}
