/* verdict: forbidden */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(5000);
    return survived();
}
