/* verdict: forbidden openat /proc */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/proc", O_RDONLY | O_DIRECTORY);
    return survived();
}
