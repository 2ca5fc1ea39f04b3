/* verdict: forbidden fanotify_init */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_fanotify_init, 0, 0);
    return survived();
}
