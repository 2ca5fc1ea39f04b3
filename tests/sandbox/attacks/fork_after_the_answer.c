/* verdict: forbidden clone */
#include "attack.h"

int main(void) {
    wait_for_turn();
    /* The answer ends its turn; what follows is stopped, or seen before the next. */
    (void)!write(1, "answer\n", 7);
    for (;;)
        if (fork() == 0) _exit(0);
}
