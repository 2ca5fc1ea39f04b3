/* verdict: closed output */
#include "attack.h"

int main(void) {
    wait_for_turn();
    close(1);
    sleep(100);
    return survived();
}
