// Ring 2: the bot's own view of processes, network, names, queues and mounts.
#pragma once

#include <sys/types.h>

#include "users.h"

namespace garlic::sandbox {

// Makes the next children live in new namespaces and starts their pid 1, which only waits
// for the keeper's end: when it dies, everything there dies. It runs as *user*. False, with
// errno, where the machine forbids it.
bool enter_namespaces(const User& user, pid_t& reaper);

// In the child: its own mounts, all read-only, with an empty /proc. Best effort; Landlock
// is what the bot's files are guarded by.
void make_files_read_only();

}  // namespace garlic::sandbox
