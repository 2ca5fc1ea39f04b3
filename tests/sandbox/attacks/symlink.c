/* verdict: forbidden symlink|symlinkat /tmp/garlic-attack */
#include "attack.h"

int main(void) {
    wait_for_turn();
    symlink("/etc/passwd", "/tmp/garlic-attack");
    return survived();
}
