/* verdict: ok clean */
#include "attack.h"

extern char **environ;

int main(void) {
    wait_for_turn();
    for (char **entry = environ; *entry != NULL; ++entry)
        if (strstr(*entry, "GARLIC") != NULL) return answer("leak");
    return answer("clean");
}
