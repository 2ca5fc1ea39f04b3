#include "users.h"

#include <fcntl.h>
#include <grp.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace garlic::sandbox {
namespace {

// Debian, Fedora and systemd leave this range unused, and every container maps it.
constexpr unsigned kFirst = 61'000, kCount = 184;

bool reaches(const std::string& path, int how) { return faccessat(AT_FDCWD, path.c_str(), how, AT_EACCESS) == 0; }

}  // namespace

User unused_user(const Spec& spec) {
    if (geteuid() != 0) return {};
    const auto id = kFirst + static_cast<unsigned>(getpid()) % kCount;
    const bool changed = setegid(id) == 0 && seteuid(id) == 0;
    bool reachable = changed && reaches(spec.arguments[0], X_OK);
    for (const auto* paths : {&spec.readable, &spec.readable_at_start})
        for (const auto& path : *paths) {
            // What does not exist for root either is no reason to stay root.
            const bool seen = reaches(path, R_OK);
            if (!seen && errno == EACCES) reachable = false;
        }
    if (!spec.directory.empty() && !reaches(spec.directory, X_OK)) reachable = false;
    if (seteuid(0) != 0 || setegid(0) != 0) _exit(127);  // half a change would be a security hole
    return reachable ? User{id, id} : User{};
}

bool become_user(const User& user) {
    if (!user.changes()) return true;
    return setgroups(0, nullptr) == 0 && setresgid(user.gid, user.gid, user.gid) == 0 &&
           setresuid(user.uid, user.uid, user.uid) == 0;
}

}  // namespace garlic::sandbox
