// Ring 2: the bot's own view of processes, network, names, queues and mounts.
#pragma once

#include "confining/users.h"

namespace garlic::sandbox {

// Moves this process to an empty network; false if the machine, or our lack of privileges, forbids it.
bool enter_network();

// Makes the next children live in new namespaces, unless *has_network* in a new network, too, and starts their pid 1, as
// *user*. It only waits for *lifeline* to be closed, by the keeper or by its end; when it dies, everything in the
// namespace dies. False, with errno, if the machine forbids it.
bool enter_namespaces(const User& user, bool has_network, int& lifeline);

// In the child: its own mounts, all read-only, and with *hide_processes* an empty /proc. Best effort; Landlock is what
// protects files.
void make_files_read_only(bool hide_processes);

}  // namespace garlic::sandbox
