/* verdict: protocol */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) puts("y");
    return survived();
}
