/* verdict: forbidden openat */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("../../etc/hostname", O_RDONLY);
    return survived();
}
