/* Constants shared by the keeper, the host programs and the filters.
 * Plain C, because host programs are C. `make_filters.py` repeats the descriptors. */
#pragma once

/* The keeper's socket inside the process that is about to become a bot; gone after exec. */
#define GARLIC_HANDOVER_FD 500

/* A host program's own channel: messages come in on one, replies leave on the other. */
#define GARLIC_CHANNEL_IN 30
#define GARLIC_CHANNEL_OUT 31

/* A system call that does not exist. The filter reports it to the keeper, which may delay the
 * answer: a process that makes it is frozen without any signal. */
#define GARLIC_HOST_CALL 10000
#define GARLIC_READY 1 /* the worker has finished its turn and waits for the next */
#define GARLIC_PARK 2  /* a snapshot waits; the answer means: you are the worker now */
#define GARLIC_HELLO 3 /* answered at once: 1 if snapshots are wanted */

/* Exit codes of a host when it is not the bot's fault. */
#define GARLIC_NO_SNAPSHOT 125
#define GARLIC_NO_CHANNEL 124
