/* verdict: forbidden name_to_handle_at */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_name_to_handle_at, AT_FDCWD, "/etc/shadow", 0, 0, 0);
    return survived();
}
