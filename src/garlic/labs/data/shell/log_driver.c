/* Tests of the log of the shell lab: log_init, log_destroy, log_push, log_search. */
#include <stdio.h>
#include <string.h>

#include "garlic_driver.h"
#include "log.h"

static log_t history;

static const char* quoted(char* buffer, size_t size, const char* text) {
    if (!text) return "NULL";
    snprintf(buffer, size, "\"%.60s\"", text);
    return buffer;
}

/* log_search must give `expected`; a null pointer for no match. */
static void expect(const char* prefix, const char* expected) {
    const char* got = log_search(&history, prefix);
    if (got == expected || (got && expected && strcmp(got, expected) == 0)) return;
    char call[100], right[100], wrong[100];
    snprintf(call, sizeof call, "log_search(\"%.60s\")", prefix);
    garlic_fail(call, quoted(right, sizeof right, expected), quoted(wrong, sizeof wrong, got));
}

static void push_lines(int count) {
    char line[64];
    for (int number = 0; number < count; number++) {
        snprintf(line, sizeof line, "command%d --option %d", number, number);
        log_push(&history, line);
    }
}

static void newest(void) {
    log_init(&history);
    log_push(&history, "ls");
    expect("ls", "ls");
    log_push(&history, "cd docs");
    log_push(&history, "ls -a");
    log_push(&history, "./greet Ann");
    log_push(&history, "cd ..");
    expect("l", "ls -a");
    expect("ls", "ls -a");
    expect("cd", "cd ..");
    expect("cd d", "cd docs");
    expect("./g", "./greet Ann");
    log_push(&history, "ls sub");
    expect("ls", "ls sub");
    expect("ls -", "ls -a");
    log_destroy(&history);
}

static void absent(void) {
    log_init(&history);
    expect("ls", NULL);
    log_push(&history, "ls");
    expect("cat", NULL);
    expect("ls -a", NULL); /* the prefix is longer than the line */
    expect("s", NULL);     /* inside the line, not at its start */
    log_destroy(&history);
}

static void copies(void) {
    char line[32];
    log_init(&history);
    strcpy(line, "first line");
    log_push(&history, line);
    strcpy(line, "second");
    log_push(&history, line);
    strcpy(line, "overwritten");
    expect("first", "first line");
    expect("second", "second");
    log_destroy(&history);
}

static void many(void) {
    log_init(&history);
    push_lines(2000);
    expect("command0 ", "command0 --option 0");
    expect("command777 ", "command777 --option 777");
    expect("command1999", "command1999 --option 1999");
    log_destroy(&history);
}

static void leaks(void) {
    garlic_count_memory();
    log_init(&history);
    push_lines(100);
    log_destroy(&history);
    garlic_expect_all_freed();
}

static void reuse(void) {
    log_init(&history);
    log_destroy(&history); /* empty */
    log_init(&history);
    push_lines(3);
    log_destroy(&history);
    log_init(&history);
    expect("command", NULL);
    log_push(&history, "ls");
    expect("l", "ls");
    log_destroy(&history);
}

const struct garlic_test garlic_tests[] = {
    {"newest", newest}, {"absent", absent}, {"copies", copies}, {"many", many},
    {"leaks", leaks},   {"reuse", reuse},   {NULL, NULL},
};
