/* verdict: crash status 0 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    exit(0);
    return survived();
}
