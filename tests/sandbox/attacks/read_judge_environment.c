/* verdict: forbidden openat /proc/1/environ */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("/proc/1/environ", O_RDONLY);
    return survived();
}
