/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (open("/proc/self/fd/0", O_RDWR) < 0) return answer("refused");
    return survived();
}
