/* An interactive program: prompts without a newline, never flushed. */
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(void) {
    char line[200];
    printf("terminal %d %d > ", isatty(0), isatty(1));
    while (fgets(line, sizeof line, stdin)) {
        if (!strcmp(line, "leave\n")) return 3;
        if (!strcmp(line, "type\n"))
            printf(ioctl(0, TIOCSTI, "x") == 0 ? "typed\n> " : "refused\n> ");
        else if (!strcmp(line, "complain\n"))
            fprintf(stderr, "no!\n> ");
        else
            printf("heard %s> ", line);
    }
    return 0;
}
