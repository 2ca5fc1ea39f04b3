/* verdict: forbidden open_by_handle_at */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_open_by_handle_at, AT_FDCWD, 0, 0);
    return survived();
}
