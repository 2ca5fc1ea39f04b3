#include "confining/namespaces.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "confining/kernel.h"

namespace garlic::sandbox {
namespace {

constexpr int kWanted = CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS;

bool write_file(const char* path, const char* text) {
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const auto size = static_cast<ssize_t>(std::strlen(text));
    const bool done = write(fd, text, static_cast<std::size_t>(size)) == size;
    close(fd);
    return done;
}

// Without privileges the other namespaces need a user namespace; ours maps us to ourselves.
bool enter_with_user_namespace() {
    const unsigned uid = geteuid(), gid = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET | kWanted) != 0) return false;
    char map[64];
    write_file("/proc/self/setgroups", "deny");
    std::snprintf(map, sizeof map, "%u %u 1", uid, uid);
    if (!write_file("/proc/self/uid_map", map)) return false;
    std::snprintf(map, sizeof map, "%u %u 1", gid, gid);
    return write_file("/proc/self/gid_map", map);
}

}  // namespace

bool enter_network() { return unshare(CLONE_NEWNET) == 0; }

bool enter_namespaces(const User& user, bool has_network, int& lifeline) {
    const int wanted = has_network ? kWanted : kWanted | CLONE_NEWNET;
    if (unshare(wanted) != 0 && (errno != EPERM || !enter_with_user_namespace())) return false;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    const pid_t reaper = fork();
    if (reaper != 0) {
        close(ends[0]);
        lifeline = ends[1];
        return reaper > 0;
    }
    dup2(ends[0], 0);
    kernel::close_from(1, ~0U);
    if (!become_user(user)) _exit(1);
    char none = 0;
    while (read(0, &none, 1) < 0 && errno == EINTR) {}
    _exit(0);
}

void make_files_read_only(bool hide_processes) {
    struct {
        std::uint64_t set, clear, propagation, user_namespace;
    } attributes{3, 0, 0, 0};           // MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID
    constexpr int kRecursive = 0x8000;  // AT_RECURSIVE
    if (unshare(CLONE_NEWNS) != 0) return;
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
    if (hide_processes) mount("none", "/proc", "tmpfs", MS_RDONLY | MS_NOSUID | MS_NOEXEC, "size=4k");
    syscall(kernel::kMountSetattr, AT_FDCWD, "/", kRecursive, &attributes, sizeof attributes);
}

}  // namespace garlic::sandbox
