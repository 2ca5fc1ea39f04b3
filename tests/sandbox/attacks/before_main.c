/* verdict: forbidden socket */
#include "attack.h"

__attribute__((constructor)) static void early(void) { socket(AF_INET, SOCK_STREAM, 0); }

int main(void) {
    wait_for_turn();
    return survived();
}
