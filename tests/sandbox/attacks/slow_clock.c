/* verdict: forbidden adjtimex */
#include "attack.h"

int main(void) {
    wait_for_turn();
    syscall(SYS_adjtimex, (char[256]){0});
    return survived();
}
