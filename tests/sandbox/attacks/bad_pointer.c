/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    long got = syscall(SYS_openat, AT_FDCWD, (char *)16, O_RDONLY);
    if (got < 0 && errno == EFAULT) return answer("refused");
    return survived();
}
