/* verdict: forbidden rt_tgsigqueueinfo */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_rt_tgsigqueueinfo, getppid(), getppid(), SIGKILL, 0);
    return survived();
}
