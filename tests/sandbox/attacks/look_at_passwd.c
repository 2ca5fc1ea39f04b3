/* verdict: ok hidden */
#include "attack.h"

int main(void) {
    wait_for_turn();
    struct stat info;
    if (stat("/etc/passwd", &info) < 0 && access("/etc/passwd", F_OK) < 0) return answer("hidden");
    return survived();
}
