/* verdict: crash status 127 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* What the keeper's own process writes before it exits with 127. */
    struct {
        int error;
        char step[60];
    } trouble = {ENOENT, "run the program"};
    for (int fd = 3; fd < 1024; ++fd) (void)!write(fd, &trouble, sizeof trouble);
    _exit(127);
    return survived();
}
