/* verdict: forbidden socket */
#include "attack.h"

int main(void) {
    wait_for_turn();
    socket(AF_INET, SOCK_STREAM, 0);
    return survived();
}
