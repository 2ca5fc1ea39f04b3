/* verdict: forbidden unshare */
#include "attack.h"

int main(void) {
    wait_for_turn();
    unshare(CLONE_NEWUSER);
    return survived();
}
