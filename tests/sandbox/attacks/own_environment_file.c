/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (open("/proc/self/environ", O_RDONLY) < 0) return answer("refused");
    return survived();
}
