/* verdict: forbidden add_key */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_add_key, "user", "garlic", "x", 1, -3);
    return survived();
}
