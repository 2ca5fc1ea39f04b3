/* The part that every host program shares.
 *
 * A host is a program of ours with a bot linked into it. It takes messages and gives replies
 * on descriptors of its own, so that whatever the bot prints disturbs nothing, and it can be
 * rolled back: between turns it makes a snapshot of itself, and a turn that fails never
 * happened. A host's main loop is
 *
 *     for (;;) {
 *         garlic_next_turn();
 *         garlic_read(&question, sizeof question);
 *         ... call the bot ...
 *         garlic_write(&answer, sizeof answer);
 *     }
 *
 * Link it statically and not position-independent (-static -no-pie): the sandbox lets a
 * process be copied only from one known instruction of this file. Without a sandbox a host
 * runs as an ordinary program on descriptors 30 and 31. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ends a turn and waits for the next. Memory as it is now is what a failed turn is rolled
 * back to. Signals are held off meanwhile, so that nothing of the bot runs. */
void garlic_next_turn(void);

/* Reads exactly *size* bytes of the message; ends the program when there is no judge. */
void garlic_read(void* into, size_t size);

/* Writes *size* bytes of the reply. The turn's clocks stop at `garlic_next_turn`. */
void garlic_write(const void* from, size_t size);

#ifdef __cplusplus
}
#endif
