/* Stands for system(), by the linker's --wrap: commands about the screen do nothing, except that a
   terminal is cleared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __real_system(const char *command);

/* Whether command is word, alone or followed by arguments. */
static int is(const char *command, const char *word) {
    const size_t length = strlen(word);
    size_t n;
    for (n = 0; n < length; n++)
        if ((command[n] | 32) != word[n]) return 0; /* Windows ignores case */
    return command[n] == 0 || command[n] == ' ' || command[n] == '>' || command[n] == '\n';
}

int __wrap_system(const char *command) {
    static const char *const screen[] = {"cls", "clear", "pause", "color", "mode", "title", "chcp"};
    static int told = 0;
    const size_t clearing = 2; /* the first of them */
    const char *home = getenv("HOME");
    size_t n;
    if (command != NULL) {
        while (*command == ' ') command++;
        /* What would run a second command is not about the screen only. */
        for (n = 0; n < sizeof screen / sizeof *screen; n++)
            if (is(command, screen[n]) && strpbrk(command, "|;`$") == NULL) {
                if (n < clearing && isatty(1)) {
                    fputs("\033[2J\033[H", stdout);
                    fflush(stdout);
                }
                return 0;
            }
    }
    /* The sandbox of bots sets this home, and ends a program that starts another one. */
    if (home != NULL && strcmp(home, "/nonexistent") == 0) {
        if (command != NULL && !told) fputs("system() starts another program: it was not run\n", stderr);
        told |= command != NULL;
        return command == NULL ? 0 : -1;
    }
    return __real_system(command);
}
