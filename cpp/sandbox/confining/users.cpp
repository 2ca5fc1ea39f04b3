#include "confining/users.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace garlic::sandbox {
namespace {

// Debian, Fedora and systemd leave this range unused, and every container maps it. The numbers before it belong to
// compilers and guarded programs (src/garlic/sandbox/users.py), which lock the first bytes of the same file.
constexpr unsigned kFirst = 61'000, kCount = 184, kFirstByte = 294;
constexpr const char* kLocks = "/garlic-users.lock";

// The file whose bytes stand for the users; only root can open it. -1 if there is none.
int open_locks(const Spec& spec) {
    for (const std::string& home : {std::string{"/run"}, spec.scratch}) {
        const int fd = open((home + kLocks).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        struct stat facts{};
        if (fd >= 0 && fstat(fd, &facts) == 0 && facts.st_uid == 0) return fd;
        if (fd >= 0) close(fd);
    }
    return -1;
}

bool lock_byte(int fd, unsigned place) {
    struct flock byte{};
    byte.l_type = F_WRLCK;
    byte.l_whence = SEEK_SET;
    byte.l_start = place;
    byte.l_len = 1;
    return fcntl(fd, F_OFD_SETLK, &byte) == 0;
}

// A number that no other keeper has. The file stays open, and so the number taken, until this keeper ends. With more
// bots than numbers, or where files cannot be locked, some share one.
unsigned free_number(const Spec& spec) {
    const auto usual = static_cast<unsigned>(getpid()) % kCount;
    const int fd = open_locks(spec);
    for (unsigned tried = 0; fd >= 0 && tried < kCount; ++tried) {
        const auto place = (usual + tried) % kCount;
        if (lock_byte(fd, kFirstByte + place)) return kFirst + place;
    }
    if (fd >= 0) close(fd);
    return kFirst + usual;
}

bool reaches(const std::string& path, int how) { return faccessat(AT_FDCWD, path.c_str(), how, AT_EACCESS) == 0; }

}  // namespace

User unused_user(const Spec& spec) {
    if (geteuid() != 0) return {};
    const auto id = free_number(spec);
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
