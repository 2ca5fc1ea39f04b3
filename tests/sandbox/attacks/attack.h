/* What the hostile programs share. Each waits for its turn, does one thing that it must not
 * do, and answers "survived" if nobody stopped it. The first line of each says what the
 * sandbox must make of it:
 *
 *   verdict: KIND [CALL [PATH]]     the fault, the call it names, the path it names
 *   verdict: ok REPLY               nothing to stop, but the reply shows that it got nowhere
 *
 * CALL may list alternatives with | for machines whose calls differ. */
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static inline void wait_for_turn(void) {
    char line[256];
    if (fgets(line, sizeof line, stdin) == NULL) exit(9);
}

static inline int answer(const char *text) {
    printf("%s\n", text);
    fflush(stdout);
    wait_for_turn();
    return 0;
}

static inline int survived(void) { return answer("survived"); }
