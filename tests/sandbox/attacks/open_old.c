/* verdict: forbidden open|openat /etc/passwd */
#include "attack.h"

int main(void) {
    wait_for_turn();
#ifdef SYS_open
    syscall(SYS_open, "/etc/passwd", O_RDONLY);
#else
    syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY);
#endif
    return survived();
}
