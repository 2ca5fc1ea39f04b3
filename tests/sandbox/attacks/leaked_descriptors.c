/* verdict: ok clean */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (int fd = 3; fd < 4096; ++fd)
        if (fcntl(fd, F_GETFD) != -1) return answer("leak");
    return answer("clean");
}
