#include "log.h"

#include <stdlib.h>
#include <string.h>

void log_init(log_t *l) { l->newest = NULL; }

void log_destroy(log_t *l) {
    while (l->newest) {
        entry *gone = l->newest;
        l->newest = gone->older;
        free(gone->line);
        free(gone);
    }
}

void log_push(log_t *l, const char *item) {
    entry *added = malloc(sizeof(entry));
    added->line = strcpy(malloc(strlen(item)), item);
    added->older = l->newest;
    l->newest = added;
}

char *log_search(log_t *l, const char *prefix) {
    for (entry *e = l->newest; e; e = e->older)
        if (strncmp(e->line, prefix, strlen(prefix)) == 0) return e->line;
    return NULL;
}
