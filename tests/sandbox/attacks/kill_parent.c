/* verdict: forbidden kill */
#include "attack.h"

int main(void) {
    wait_for_turn();
    kill(getppid(), SIGKILL);
    return survived();
}
