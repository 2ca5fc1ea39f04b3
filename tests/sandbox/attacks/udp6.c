/* verdict: forbidden socket */
#include "attack.h"

int main(void) {
    wait_for_turn();
    socket(AF_INET6, SOCK_DGRAM, 0);
    return survived();
}
