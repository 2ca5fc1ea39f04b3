/* verdict: forbidden prlimit64 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    struct rlimit none = {0, 0};
    prlimit(getppid() ? getppid() : 1, RLIMIT_CPU, &none, NULL);
    return survived();
}
