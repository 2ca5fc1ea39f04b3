/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    raise(SIGSTOP);
    return survived();
}
