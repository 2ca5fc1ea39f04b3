/* verdict: ok refused */
#include <sys/epoll.h>

#include "attack.h"

int main(void) {
    struct epoll_event any = {.events = EPOLLIN};
    wait_for_turn();
    /* Each change of one makes the kernel look at all that watch it. */
    for (int last = epoll_create1(0), next = 0; (next = epoll_create1(0)) >= 0; last = next)
        if (epoll_ctl(next, EPOLL_CTL_ADD, last, &any) != 0) return answer(errno == ELOOP ? "refused" : "other error");
    return survived();
}
