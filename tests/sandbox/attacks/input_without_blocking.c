/* verdict: ok blocked */
#include "attack.h"

int main(void) {
    char line[256];
    int nothing = 0;
    wait_for_turn();
    /* The judge's end of the pipe must stay what it is. */
    fcntl(0, F_SETFL, O_NONBLOCK | O_ASYNC);
    ioctl(0, FIONBIO, &(int){1});
    for (int times = 0; times < 100; ++times) nothing += read(0, line, sizeof line) < 0 && errno == EAGAIN;
    fcntl(0, F_SETFL, 0);
    return answer(nothing == 100 ? "blocked" : "something");
}
