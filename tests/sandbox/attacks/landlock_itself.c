/* verdict: forbidden landlock_create_ruleset */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(444, 0, 0, 1);
    return survived();
}
