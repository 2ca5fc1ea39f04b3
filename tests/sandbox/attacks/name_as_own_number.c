/* verdict: forbidden kill */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* The keeper reads a caller's number in a file that also holds the caller's name. */
    const pid_t victim = getppid() > 0 ? getppid() : 1;
    char name[16];
    snprintf(name, sizeof name, "NStgid:\t%d", victim);
    prctl(PR_SET_NAME, name);
    kill(victim, SIGKILL);
    return survived();
}
