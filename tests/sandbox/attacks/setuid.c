/* verdict: forbidden setuid */
#include "attack.h"

int main(void) {
    wait_for_turn();
    setuid(0);
    return survived();
}
