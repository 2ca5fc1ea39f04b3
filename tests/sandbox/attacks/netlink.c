/* verdict: forbidden socket */
#include "attack.h"

int main(void) {
    wait_for_turn();
    socket(AF_NETLINK, SOCK_RAW, 0);
    return survived();
}
