/* verdict: forbidden clone */
#include "attack.h"

#include <pthread.h>

static void *spin(void *nothing) {
    for (;;) __asm__ volatile("");
    return nothing;
}

int main(void) {
    wait_for_turn();
    pthread_t thread;
    for (int count = 0; count < 100; ++count) pthread_create(&thread, NULL, spin, NULL);
    return survived();
}
