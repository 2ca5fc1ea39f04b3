/* verdict: crash SIGALRM */
#include "attack.h"

int main(void) {
    wait_for_turn();
    alarm(1);
    for (;;) pause();
    return survived();
}
