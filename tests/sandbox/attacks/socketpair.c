/* verdict: forbidden socketpair */
#include "attack.h"

int main(void) {
    wait_for_turn();
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    return survived();
}
