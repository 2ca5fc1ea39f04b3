/* verdict: forbidden inotify_init1 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_inotify_init1, 0);
    return survived();
}
