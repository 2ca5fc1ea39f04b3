/* verdict: ok refused */
#include "attack.h"

int main(void) {
    wait_for_turn();
    if (fcntl(0, F_NOTIFY, DN_MODIFY) < 0 && fcntl(0, F_SETLEASE, F_RDLCK) < 0) return answer("refused");
    return survived();
}
