/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    char letter = 'x';
    if (ioctl(0, TIOCSTI, &letter) < 0 && errno == ENOTTY) return answer("refused");
    return survived();
}
