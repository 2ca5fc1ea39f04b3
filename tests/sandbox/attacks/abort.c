/* verdict: crash SIGABRT */
#include "attack.h"

int main(void) {
    wait_for_turn();
    abort();
    return survived();
}
