/* The lab's shell: a prompt, a log, cd, exit, and programs. */
#include "log.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct log history;

static void start(char **words) {
    char local[PATH_MAX];
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        return;
    }
    if (child == 0) {
        snprintf(local, sizeof local, "./%s", words[0]);
        if (!strchr(words[0], '/') && access(local, X_OK) == 0) execv(local, words);
        execvp(words[0], words);
        printf("%s: no such command\n", words[0]);
        fflush(stdout);
        _exit(127);
    }
    waitpid(child, NULL, 0);
}

/* Runs a line; false when the shell is to end. */
static int run(const char *line) {
    char copy[4096], *words[256];
    int count = 0, go_on = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " \t"); word && count < 255; word = strtok(NULL, " \t"))
        words[count++] = word;
    words[count] = NULL;
    if (count == 0) return 1;
    log_push(&history, line);
    if (strcmp(words[0], "exit") == 0) go_on = 0;
    else if (strcmp(words[0], "cd") == 0) {
        const char *target = count > 1 ? words[1] : getenv("HOME");
        if (!target) puts("HOME not set");
        else if (chdir(target) != 0) printf("%s: No such file or directory\n", target);
    } else start(words);
    return go_on;
}

static int obey(const char *line) {
    if (strcmp(line, "!#") == 0) {
        for (int i = 0; i < history.count; ++i) puts(history.lines[i]);
        return 1;
    }
    if (line[0] != '!') return run(line);
    if (line[1] == '\0') return 1;
    const char *found = log_search(&history, line + 1);
    if (!found) {
        puts("No Match");
        return 1;
    }
    char *again = malloc(strlen(found) + 1); /* the log may move when the line is pushed */
    strcpy(again, found);
    int go_on = run(again);
    free(again);
    return go_on;
}

int main(int count, char **arguments) {
    char line[4096], here[PATH_MAX];
    FILE *script = count > 1 ? fopen(arguments[1], "r") : stdin;
    if (!script) return 1;
    log_init(&history);
    for (int go_on = 1; go_on;) {
        printf("%s$ ", getcwd(here, sizeof here));
        fflush(stdout);
        if (!fgets(line, sizeof line, script)) break;
        line[strcspn(line, "\n")] = '\0';
        go_on = obey(line);
        fflush(stdout);
    }
    log_destroy(&history);
    fclose(script);
}
