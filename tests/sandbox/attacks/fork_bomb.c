/* verdict: forbidden clone */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) fork();
    return survived();
}
