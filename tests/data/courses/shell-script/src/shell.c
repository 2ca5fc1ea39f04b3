#include "shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_WORDS 64

void prompt(void) {
    char here[4096];
    if (getcwd(here, sizeof here)) printf("%s$ ", here);
    fflush(stdout);
}

static void run(char *words[]) {
    char local[4096];
    const pid_t child = fork();
    if (child == 0) {
        snprintf(local, sizeof local, "./%s", words[0]);
        if (strchr(words[0], '/') == NULL) execv(local, words);
        execvp(words[0], words);
        printf("%s: no such command\n", words[0]);
        fflush(stdout);
        _exit(1);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

static void change_folder(const char *to) {
    if (to == NULL) to = getenv("HOME");
    if (to == NULL)
        puts("HOME not set");
    else if (chdir(to) != 0)
        printf("%s: No such file or directory\n", to);
}

static void show_log(void) {
    int n;
    for (n = 0; n < history.count; n++) puts(history.lines[n]);
}

/* Runs a line; 0 if the shell is to end. */
int execute(const char *line) {
    char copy[4096], *words[MOST_WORDS + 1], *word;
    int count = 0;
    if (line[0] == '!') {
        const char *found = log_search(&history, line + 1);
        if (strcmp(line, "!#") == 0)
            show_log();
        else if (line[1] != 0 && found == NULL)
            puts("No Match");
        else if (line[1] != 0) {
            strcpy(copy, found); /* the log moves when it grows */
            return execute(copy);
        }
        return 1;
    }
    snprintf(copy, sizeof copy, "%s", line);
    for (word = strtok(copy, " \t"); word && count < MOST_WORDS; word = strtok(NULL, " \t"))
        words[count++] = word;
    words[count] = NULL;
    if (count == 0) return 1;
    log_push(&history, line);
    if (strcmp(words[0], "exit") == 0) return 0;
    fflush(stdout);
    if (strcmp(words[0], "cd") == 0)
        change_folder(words[1]);
    else
        run(words);
    return 1;
}
