/* verdict: forbidden unlink|unlinkat /tmp/garlic-attack */
#include "attack.h"

int main(void) {
    wait_for_turn();
    unlink("/tmp/garlic-attack");
    return survived();
}
