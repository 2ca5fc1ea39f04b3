/* Linked with a bot that is built with sanitizers: their options, since the sandbox has no environment for them.
 * Valid as C and as C++. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>

/* File and line between bars: names of functions and files may have spaces. */
#define FRAMES "stack_trace_format='    #%n %f|%s|%l'"

#ifdef __cplusplus
extern "C" {
#endif

/* Leaks are no fault of a bot, and looking for them needs ptrace. A core file would need a limit to be changed. */
const char* __asan_default_options(void) {
    return FRAMES
        ":detect_leaks=0:disable_coredump=0:detect_stack_use_after_return=1:strict_string_checks=1:handle_abort=1"
        ":allocator_may_return_null=1:quarantine_size_mb=16:malloc_context_size=8:color=never:print_legend=0"
        ":external_symbolizer_path=";
}

const char* __ubsan_default_options(void) { return FRAMES ":print_stacktrace=1:color=never:external_symbolizer_path="; }

#ifdef __cplusplus
}
#endif

/* The sanitizers write to descriptor 2. What the bot itself prints there must not displace their reports. */
__attribute__((constructor)) static void silence_the_bot(void) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) stderr->_fileno = nowhere;
}
