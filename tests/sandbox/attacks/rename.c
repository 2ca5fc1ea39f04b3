/* verdict: forbidden rename|renameat|renameat2 /tmp/garlic-attack */
#include "attack.h"

int main(void) {
    wait_for_turn();
    rename("/tmp/garlic-attack", "/tmp/garlic-attack-2");
    return survived();
}
