/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    printf("half");
    fflush(stdout);
    sleep(100);
    return survived();
}
