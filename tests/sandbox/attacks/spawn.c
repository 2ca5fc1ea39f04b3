/* verdict: forbidden clone|vfork */
#include "attack.h"
#include <spawn.h>

int main(void) {
    wait_for_turn();
    pid_t child;
    char *words[] = {"/bin/true", NULL};
    posix_spawn(&child, words[0], NULL, NULL, words, NULL);
    return survived();
}
