/* verdict: protocol */
#include "attack.h"

int main(void) {
    wait_for_turn();
    (void)!write(1, "answer\nand ", 11);
    for (;;) (void)!write(1, "more\n", 5);
}
