#ifndef LOG_H
#define LOG_H

typedef struct entry {
    char *line;
    struct entry *older;
} entry;

typedef struct {
    entry *newest;
} log_t;

void log_init(log_t *l);
void log_destroy(log_t *l);
void log_push(log_t *l, const char *item);
char *log_search(log_t *l, const char *prefix);

#endif
