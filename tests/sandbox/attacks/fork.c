/* verdict: forbidden clone */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (fork() == 0) _exit(0);
    return survived();
}
