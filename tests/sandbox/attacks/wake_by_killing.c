/* verdict: too late */
#include "attack.h"

static void go_on(int signal) { (void)signal; }

int main(void) {
    wait_for_turn();
    /* Neither a pending SIGCONT nor its handler makes it run in its opponent's turn. */
    signal(SIGCONT, go_on);
    sigset_t cont;
    sigemptyset(&cont);
    sigaddset(&cont, SIGCONT);
    sigprocmask(SIG_BLOCK, &cont, NULL);
    kill(getpid(), SIGCONT);
    kill(getpid(), SIGSTOP);
    return survived();
}
