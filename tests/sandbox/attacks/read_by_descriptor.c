/* verdict: forbidden openat /etc/hostname */
#include "attack.h"

int main(void) {
    wait_for_turn();
    int directory = open("/usr/lib", O_RDONLY | O_DIRECTORY);
    openat(directory, "../../etc/hostname", O_RDONLY);
    return survived();
}
