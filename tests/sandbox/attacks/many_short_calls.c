/* verdict: too late */
#include "attack.h"

int main(void) {
    /* each call waits for the keeper: that must not stretch a turn */
    wait_for_turn();
    puts("ready");
    fflush(stdout);
    wait_for_turn();
    for (;;) access("/etc/passwd", F_OK);
    return survived();
}
