/* verdict: ok closed */
#include "attack.h"

int main(void) {
    wait_for_turn();
    fclose(stdin);
    puts("closed");
    fflush(stdout);
    for (;;) pause();
    return survived();
}
