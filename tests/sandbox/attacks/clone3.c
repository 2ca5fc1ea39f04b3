/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    uint64_t arguments[8] = {0, 0, 0, 0, SIGCHLD};
    long got = syscall(435, arguments, sizeof arguments);
    if (got == 0) _exit(0);
    if (got < 0 && errno == ENOSYS) return answer("refused");
    return survived();
}
