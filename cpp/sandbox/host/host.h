/* The part that every host program shares.
 *
 * A host is one of our programs with a bot linked into it. It receives messages and sends replies
 * on its own descriptors, so that the bot's output does not interfere, and it can be rolled back:
 * between turns it makes a snapshot of itself, and a failed turn is undone. A host's main loop is
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

/* Ends a turn and waits for the next. A failed turn is rolled back to the memory as it is now.
 * Signals are blocked meanwhile, so that no bot code runs. */
void garlic_next_turn(void);

/* Reads exactly *size* bytes of the message; ends the program when there is no judge. */
void garlic_read(void* into, size_t size);

/* Writes *size* bytes of the reply. The turn's clocks stop at `garlic_next_turn`. */
void garlic_write(const void* from, size_t size);

#ifdef __cplusplus
}
#endif
