/* verdict: output */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) putchar('x');
    return survived();
}
