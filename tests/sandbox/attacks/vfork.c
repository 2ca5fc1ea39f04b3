/* verdict: forbidden vfork|clone */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (vfork() == 0) _exit(0);
    return survived();
}
