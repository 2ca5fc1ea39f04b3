/* A shell that leaves a process behind which goes on after the test, and reads the judge's files. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *secret = fopen("/etc/shadow", "r");
    puts(secret ? "read it" : "could not read it");
    fflush(stdout);
    if (fork() == 0) {
        setsid();
        if (fork() == 0) sleep(600);
        _exit(0);
    }
}
