/* verdict: ok full */
#include "attack.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

int main(void) {
    wait_for_turn();
    for (int made = 0; made < 1000; ++made)
        if (eventfd(0, 0) < 0 || epoll_create1(0) < 0 || timerfd_create(CLOCK_MONOTONIC, 0) < 0)
            return answer(errno == EMFILE ? "full" : "other error");
    return survived();
}
