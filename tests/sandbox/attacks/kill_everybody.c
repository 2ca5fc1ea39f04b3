/* verdict: forbidden kill */
#include "attack.h"

int main(void) {
    wait_for_turn();
    kill(-1, SIGKILL);
    return survived();
}
