/* verdict: ok a\0b */
#include "attack.h"

int main(void) {
    wait_for_turn();
    fwrite("a\0b\n", 1, 4, stdout);
    fflush(stdout);
    wait_for_turn();
    return 0;
}
