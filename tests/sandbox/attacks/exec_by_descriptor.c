/* verdict: forbidden execveat */
#include "attack.h"

int main(void) {
    wait_for_turn();
    char *words[] = {"again", NULL};
    syscall(SYS_execveat, 0, "", words, NULL, 0x1000);
    return survived();
}
