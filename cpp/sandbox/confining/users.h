// When the judge runs as root, a bot runs as its own user that exists nowhere else.
#pragma once

#include <sys/types.h>

#include "wire.h"

namespace garlic::sandbox {

struct User {
    uid_t uid = static_cast<uid_t>(-1);
    gid_t gid = static_cast<gid_t>(-1);
    bool changes() const { return uid != static_cast<uid_t>(-1); }
};

// A user that nobody else has; none if we are not root, or if that user could not reach the program (an interpreter in
// root's home, for instance). The bot then stays root without capabilities.
User unused_user(const Spec& spec);

// Changes to *user* permanently; true also when there is nothing to change.
bool become_user(const User& user);

}  // namespace garlic::sandbox
