/* verdict: ok hidden */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (open("/proc/self/root/etc/passwd", O_RDONLY) < 0 && errno == ENOENT) return answer("hidden");
    return survived();
}
