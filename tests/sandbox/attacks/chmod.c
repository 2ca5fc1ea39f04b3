/* verdict: forbidden chmod|fchmodat /tmp */
#include "attack.h"

int main(void) {
    wait_for_turn();
    chmod("/tmp", 0777);
    return survived();
}
