/* verdict: forbidden getpid (i386) */
/* machine: x86_64 */
#include "attack.h"

int main(void) {
    wait_for_turn();
    int number = 20;
    __asm__ volatile("int $0x80" : "+a"(number) : : "memory");
    return survived();
}
