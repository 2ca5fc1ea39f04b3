/* verdict: forbidden memfd_create */
#include "attack.h"

int main(void) {
    wait_for_turn();
    memfd_create("garlic", 0);
    return survived();
}
