/* verdict: memory */
#include "attack.h"

static long dig(long depth) {
    volatile char room[4096];
    room[depth % 4096] = 1;
    return dig(depth + 1) + room[0];
}

int main(void) {
    wait_for_turn();
    dig(0);
    return survived();
}
