// The source of keepers: a process that waits for sockets and is copied for each. Its copies need not be loaded, and
// share the empty network that it is in; making and removing one takes longer than all the rest of a keeper's start.
#pragma once

namespace garlic::sandbox {

// Returns true in each copy: it is a child of the judge, like the source itself, in a session of its own, and its
// standard input is the socket that arrived. Returns false in the source when the judge is gone. For each socket the
// judge gets the number of the copy's process, -1 if there is none. The judge uses one copy at a time.
bool become_keepers();

}  // namespace garlic::sandbox
