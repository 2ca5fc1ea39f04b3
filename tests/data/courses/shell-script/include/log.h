/* The log of a shell: lines, the oldest first. */
#ifndef LOG_H
#define LOG_H

typedef struct log_t {
    char **lines;
    int count, room;
} log_t;

void log_init(log_t *log);
void log_destroy(log_t *log);
void log_push(log_t *log, const char *line);
char *log_search(log_t *log, const char *prefix);

#endif
