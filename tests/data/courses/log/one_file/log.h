#pragma once
#include <string>
#include <vector>

struct log_t {
    std::vector<std::string> lines;
};

void log_init(log_t *l);
void log_destroy(log_t *l);
void log_push(log_t *l, const char *item);
char *log_search(log_t *l, const char *prefix);
