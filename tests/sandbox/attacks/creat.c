/* verdict: forbidden creat|openat /tmp/garlic-attack */
#include "attack.h"

int main(void) {
    wait_for_turn();
    creat("/tmp/garlic-attack", 0600);
    return survived();
}
