#include <cstring>

#include "log.h"

void log_init(log_t *l) { l->lines.clear(); }

void log_destroy(log_t *l) { std::vector<std::string>().swap(l->lines); }

void log_push(log_t *l, const char *item) { l->lines.push_back(item); }

char *log_search(log_t *l, const char *prefix) {
    for (size_t at = l->lines.size(); at-- > 0;)
        if (std::strncmp(l->lines[at].c_str(), prefix, std::strlen(prefix)) == 0) return &l->lines[at][0];
    return nullptr;
}

int main() { return 0; }
