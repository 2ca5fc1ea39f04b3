/* verdict: protocol */
#include "attack.h"

int main(void) {
    wait_for_turn();
    printf("one\ntwo\nthree\n");
    fflush(stdout);
    wait_for_turn();
    return survived();
}
