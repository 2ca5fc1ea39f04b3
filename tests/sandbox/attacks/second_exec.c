/* verdict: forbidden execve /bin/true */
#include "attack.h"

int main(void) {
    wait_for_turn();
    char *const arguments[] = {"true", NULL};
    execv("/bin/true", arguments);
    return survived();
}
