#include "log.h"

#include <stdlib.h>
#include <string.h>

void log_init(log_t *log) {
    log->lines = NULL;
    log->count = log->room = 0;
}

void log_destroy(log_t *log) {
    while (log->count > 0) free(log->lines[--log->count]);
    free(log->lines);
    log_init(log);
}

void log_push(log_t *log, const char *line) {
    if (log->count == log->room) {
        log->room = log->room ? 2 * log->room : 16;
        log->lines = realloc(log->lines, log->room * sizeof *log->lines);
    }
    log->lines[log->count] = malloc(strlen(line) + 1);
    strcpy(log->lines[log->count++], line);
}

char *log_search(log_t *log, const char *prefix) {
    int n;
    for (n = log->count - 1; n >= 0; n--)
        if (strncmp(log->lines[n], prefix, strlen(prefix)) == 0) return log->lines[n];
    return NULL;
}
