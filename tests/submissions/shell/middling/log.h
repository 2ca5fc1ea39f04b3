/* The log: lines, oldest first. */
#ifndef LOG_H
#define LOG_H

struct log {
    char **lines;
    int count, room;
};

void log_init(struct log *log);
void log_destroy(struct log *log);
void log_push(struct log *log, const char *line);
const char *log_search(const struct log *log, const char *prefix);

#endif
