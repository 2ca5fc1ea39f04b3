/* verdict: forbidden openat /etc/shadow */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/usr/lib/..//./../etc/shadow", O_RDONLY);
    return survived();
}
