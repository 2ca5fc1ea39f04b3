/* verdict: ok one byte at a time */
#include "attack.h"

int main(void) {
    wait_for_turn();
    for (const char *text = "one byte at a time\n"; *text != 0; ++text) (void)!write(1, text, 1);
    wait_for_turn();
    return 0;
}
