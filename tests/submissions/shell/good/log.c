#include "log.h"

#include <stdlib.h>
#include <string.h>

void log_init(log_t *log) {
    log->lines = NULL;
    log->count = log->room = 0;
}

void log_destroy(log_t *log) {
    for (int i = 0; i < log->count; ++i) free(log->lines[i]);
    free(log->lines);
    log_init(log);
}

void log_push(log_t *log, const char *line) {
    if (log->count == log->room) {
        log->room = log->room ? 2 * log->room : 8;
        log->lines = realloc(log->lines, log->room * sizeof *log->lines);
    }
    log->lines[log->count] = malloc(strlen(line) + 1);
    strcpy(log->lines[log->count++], line);
}

const char *log_search(const log_t *log, const char *prefix) {
    for (int i = log->count - 1; i >= 0; --i)
        if (strncmp(log->lines[i], prefix, strlen(prefix)) == 0) return log->lines[i];
    return NULL;
}
