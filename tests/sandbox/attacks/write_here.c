/* verdict: forbidden openat */
#include "attack.h"

int main(void) {
    wait_for_turn();
    open("diary.txt", O_WRONLY | O_CREAT, 0600);
    return survived();
}
