/* verdict: forbidden link|linkat /etc/passwd */
#include "attack.h"

int main(void) {
    wait_for_turn();
    link("/etc/passwd", "/tmp/garlic-attack");
    return survived();
}
