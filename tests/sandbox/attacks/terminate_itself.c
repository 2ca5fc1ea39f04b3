/* verdict: crash SIGTERM */
#include "attack.h"

int main(void) {
    wait_for_turn();
    raise(SIGTERM);
    return survived();
}
