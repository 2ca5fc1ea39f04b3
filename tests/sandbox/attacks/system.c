/* verdict: forbidden clone|vfork */
#include "attack.h"

int main(void) {
    wait_for_turn();
    system("id");
    return survived();
}
