/* What a driver of the check `functions` is written with; C and C++.
 *
 * A driver is compiled together with a student's files. It lists its tests in `garlic_tests`; each
 * run calls one of them, in a process of its own. A test that returns is passed, unless
 * `garlic_fail` was called or memory was misused; both end the process. */
#ifndef GARLIC_DRIVER_H
#define GARLIC_DRIVER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct garlic_test {
    const char* name; /* as in the lab's file; a null pointer ends the list */
    void (*run)(void);
};

extern const struct garlic_test garlic_tests[];

/* The test fails: `call` gave `got` and not `expected`. Does not return. */
void garlic_fail(const char* call, const char* expected, const char* got);

/* Reports a number that the grader compares, in the order of the expected ones. */
void garlic_answer(long long number);

/* The name of the test's input file, or "". */
const char* garlic_input(void);

/* From here on memory counts: the test fails if any of it is not freed when
 * `garlic_expect_all_freed` is called. A double free, a free of what malloc did not return, and a
 * write behind the end of a block fail every test, with or without these two calls. */
void garlic_count_memory(void);
void garlic_expect_all_freed(void);

#ifdef __cplusplus
}
#endif
#endif
