/* verdict: forbidden process_vm_readv */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_process_vm_readv, getppid(), 0, 0, 0, 0, 0);
    return survived();
}
