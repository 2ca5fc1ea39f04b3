/* verdict: forbidden move_pages */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_move_pages, getppid(), 0, 0, 0, 0, 0);
    return survived();
}
