/* verdict: forbidden setpgid */
#include "attack.h"

int main(void) {
    wait_for_turn();
    setpgid(0, 0);
    return survived();
}
