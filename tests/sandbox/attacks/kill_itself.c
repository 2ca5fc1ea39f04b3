/* verdict: crash SIGKILL */
#include "attack.h"

int main(void) {
    wait_for_turn();
    kill(getpid(), SIGKILL);
    return survived();
}
