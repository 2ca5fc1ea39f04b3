/* verdict: forbidden openat /etc/passwd */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/etc/passwd", O_RDONLY);
    return survived();
}
