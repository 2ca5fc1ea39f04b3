/* verdict: forbidden execve /proc/self/exe */
#include "attack.h"

int main(void) {
    wait_for_turn();
    char *const arguments[] = {"again", NULL};
    execv("/proc/self/exe", arguments);
    return survived();
}
