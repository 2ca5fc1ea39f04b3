/* verdict: forbidden openat /etc/shadow */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/etc/shadow", O_PATH);
    return survived();
}
