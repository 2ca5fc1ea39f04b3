/* verdict: output */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) fputs("all work and no play ", stderr);
    return survived();
}
