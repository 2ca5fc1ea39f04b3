/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (;;) access("/etc/passwd", F_OK);
    return survived();
}
