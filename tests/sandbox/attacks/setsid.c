/* verdict: forbidden setsid */
#include "attack.h"

int main(void) {
    wait_for_turn();
    setsid();
    return survived();
}
