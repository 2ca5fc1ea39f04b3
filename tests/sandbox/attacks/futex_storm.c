/* verdict: too late */
#include "attack.h"

int main(void) {
    wait_for_turn();
    static int word;
    for (;;) syscall(SYS_futex, &word, 129, 1, 0, 0, 0);
    return survived();
}
