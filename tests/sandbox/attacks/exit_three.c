/* verdict: crash status 3 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    exit(3);
    return survived();
}
