/* verdict: too late */
#include "attack.h"

int main(void) {
    sleep(100);
    return 0;
}
