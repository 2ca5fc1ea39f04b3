#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"

int main(int argc, char *argv[]) {
    char *line = NULL;
    size_t room = 0;
    int running = 1;
    FILE *script = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (script == NULL) return 1;
    log_init(&history);
    prompt();
    while (running && getline(&line, &room, script) != -1) {
        line[strcspn(line, "\r\n")] = 0;
        running = execute(line);
        if (running) prompt();
    }
    free(line);
    if (script != stdin) fclose(script);
    log_destroy(&history);
    return 0;
}
