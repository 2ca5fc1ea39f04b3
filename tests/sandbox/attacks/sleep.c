/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    sleep(100);
    return survived();
}
