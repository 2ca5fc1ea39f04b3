#include "confining/policy.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "measuring/clocks.h"
#include "shared.h"

namespace garlic::sandbox {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the sandbox knows x86_64 and aarch64"
#endif

// A call with a path. `directory` is the argument with the directory it is relative to, or -1 for the working
// directory.
struct PathCall {
    enum Kind { Look, Open, Other } kind;
    long number;
    int directory, path, flags;
};

constexpr PathCall kPathCalls[] = {
    {PathCall::Open, SYS_openat, 0, 1, 2},
    {PathCall::Look, SYS_newfstatat, 0, 1, -1},
    {PathCall::Look, SYS_statx, 0, 1, -1},
    {PathCall::Look, SYS_faccessat, 0, 1, -1},
    {PathCall::Look, 439 /* faccessat2 */, 0, 1, -1},
    {PathCall::Look, SYS_readlinkat, 0, 1, -1},
    {PathCall::Look, SYS_statfs, -1, 0, -1},
    {PathCall::Other, 437 /* openat2 */, 0, 1, -1},
    {PathCall::Other, SYS_execve, -1, 0, -1},
    {PathCall::Other, SYS_execveat, 0, 1, -1},
    {PathCall::Other, SYS_mkdirat, 0, 1, -1},
    {PathCall::Other, SYS_mknodat, 0, 1, -1},
    {PathCall::Other, SYS_unlinkat, 0, 1, -1},
    {PathCall::Other, SYS_renameat2, 0, 1, -1},
    {PathCall::Other, SYS_linkat, 0, 1, -1},
    {PathCall::Other, SYS_symlinkat, 1, 2, -1},
    {PathCall::Other, SYS_fchmodat, 0, 1, -1},
    {PathCall::Other, SYS_fchownat, 0, 1, -1},
    {PathCall::Other, SYS_utimensat, 0, 1, -1},
    {PathCall::Other, SYS_truncate, -1, 0, -1},
    {PathCall::Other, SYS_chroot, -1, 0, -1},
    {PathCall::Other, SYS_mount, -1, 1, -1},
#if defined(__x86_64__)
    {PathCall::Open, SYS_open, -1, 0, 1},
    {PathCall::Look, SYS_stat, -1, 0, -1},
    {PathCall::Look, SYS_lstat, -1, 0, -1},
    {PathCall::Look, SYS_access, -1, 0, -1},
    {PathCall::Look, SYS_readlink, -1, 0, -1},
    {PathCall::Other, SYS_creat, -1, 0, -1},
    {PathCall::Other, SYS_mkdir, -1, 0, -1},
    {PathCall::Other, SYS_rmdir, -1, 0, -1},
    {PathCall::Other, SYS_mknod, -1, 0, -1},
    {PathCall::Other, SYS_unlink, -1, 0, -1},
    {PathCall::Other, SYS_rename, -1, 0, -1},
    {PathCall::Other, SYS_link, -1, 0, -1},
    {PathCall::Other, SYS_symlink, -1, 1, -1},
    {PathCall::Other, SYS_chmod, -1, 0, -1},
    {PathCall::Other, SYS_chown, -1, 0, -1},
    {PathCall::Other, SYS_lchown, -1, 0, -1},
#endif
};

// Refused without a fault: run-times try these and work without them.
struct Quiet {
    long number;
    int error;
};
constexpr Quiet kQuiet[] = {
    {435 /* clone3 */, ENOSYS},  // the C library then uses clone, which can be checked
    {SYS_ioctl, ENOTTY},
    {SYS_fcntl, EINVAL},
    {SYS_fstatfs, ENOSYS},
    {436 /* close_range */, ENOSYS},
    {SYS_chdir, EACCES},
    {SYS_fchdir, EACCES},
    {SYS_flock, ENOLCK},
    {SYS_fallocate, EOPNOTSUPP},
    {SYS_ftruncate, EPERM},
    {SYS_sched_setaffinity, EPERM},
    {SYS_sched_setscheduler, EPERM},
    {SYS_sched_setparam, EPERM},
    {SYS_sched_setattr, EPERM},
    {SYS_setpriority, EPERM},
    {SYS_ioprio_set, EPERM},
    {SYS_mlock, EPERM},
    {SYS_munlock, 0},
    {SYS_mlock2, EPERM},
    {SYS_mbind, EPERM},
    {SYS_set_mempolicy, EPERM},
    {SYS_pkey_alloc, ENOSYS},
    {SYS_pkey_mprotect, ENOSYS},
    {SYS_pkey_free, ENOSYS},
};

// A string of the caller; nullopt if it cannot be read, because the address is wrong or because the machine forbids
// reading another process.
std::optional<std::string> read_string(pid_t pid, std::uint64_t address) {
    char text[4097];
    const iovec here{text, sizeof text - 1};
    const iovec there{reinterpret_cast<void*>(address), sizeof text - 1};
    ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);
    if (got < 0) {
        // The string may end just before a page that cannot be read.
        const iovec page{reinterpret_cast<void*>(address), 4096 - (address & 4095)};
        got = process_vm_readv(pid, &here, 1, &page, 1, 0);
    }
    if (got < 0) return std::nullopt;
    text[got] = 0;
    return std::string{text};
}

std::string link_target(pid_t pid, const char* name) {
    char path[64], target[4096];
    std::snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    const ssize_t size = readlink(path, target, sizeof target);
    return size < 0 ? std::string{} : std::string(target, static_cast<std::size_t>(size));
}

// The path without ".", ".." and double slashes. Links are left to Landlock.
std::string normal(std::string_view path) {
    std::string out;
    while (!path.empty()) {
        const auto slash = path.find('/');
        const auto part = path.substr(0, slash);
        path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
        if (part.empty() || part == ".") continue;
        if (part == "..") {
            out.erase(std::min(out.rfind('/'), out.size()));
            continue;
        }
        out.append("/").append(part);
    }
    return out.empty() ? "/" : out;
}

bool lies_under(std::string_view path, std::string_view root) {
    if (root == "/") return true;
    return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

// Python stores compiled modules beside the sources if it can, and does not mind if it cannot.
bool is_python_cache(std::string_view path) { return path.find("/__pycache__") != std::string_view::npos; }

bool any_under(std::string_view path, const std::vector<std::string>& roots) {
    return std::ranges::any_of(roots, [&](const auto& root) { return lies_under(path, root); });
}

class Judgement {
public:
    Judgement(const seccomp_notif& question, const Situation& situation)
        : question_(question),
          situation_(situation),
          spec_(situation.spec),
          pid_(static_cast<pid_t>(question.pid)),
          arguments_(question.data.args) {}

    Answer decide() const {
        if (question_.data.arch != kArchitecture) return forbid();
        const long number = question_.data.nr;
        for (const auto& call : kPathCalls)
            if (call.number == number) return about_path(call);
        for (const auto& quiet : kQuiet)
            if (quiet.number == number) return refuse(quiet.error);
        return by_number(number);
    }

private:
    Answer by_number(long number) const {
        switch (number) {
            case GARLIC_HOST_CALL: return {.kind = spec_.has(kOwnChannel) ? Answer::Host : Answer::Forbid};
            case SYS_mmap:
                if ((arguments_[2] & PROT_EXEC) != 0 && spec_.has(kRollback)) return forbid();
                return memory(arguments_[1], arguments_[3]);
            case SYS_mremap:
                if ((arguments_[3] & MREMAP_FIXED) != 0 && spec_.has(kRollback)) return forbid();
                return memory(arguments_[2], MAP_PRIVATE);
            // Reported for hosts only: the instructions around a snapshot must stay as they are.
            case SYS_mprotect: return forbid();
            case SYS_clone: return clone();
            case SYS_kill:
            case SYS_tgkill:
            case SYS_tkill: return signal(number);
            case SYS_prlimit64: return limits();
            case SYS_prctl: return process_control();
            case SYS_madvise: return spec_.has(kRollback) ? forbid() : refuse(EINVAL);
            case SYS_close: return replaces(arguments_[0]);
            case SYS_dup3:
#if defined(__x86_64__)
            case SYS_dup2:
#endif
                return replaces(arguments_[1]);
            case SYS_timer_create: return timer();
#if defined(__x86_64__)
            case SYS_setrlimit: return forbid();
#endif
            case SYS_socket: return spec_.has(kSilentNames) && arguments_[0] == AF_UNIX ? refuse(EACCES) : forbid();
            case SYS_memfd_create: return forbid(read_string(pid_, arguments_[0]).value_or(""));
            case SYS_mq_open: return forbid("/" + read_string(pid_, arguments_[0]).value_or(""));
            default: return forbid();
        }
    }

    static Answer go_on() { return {.kind = Answer::Continue}; }
    static Answer refuse(int error) { return {.kind = Answer::Refuse, .error = error}; }
    static Answer forbid(std::string path = {}) { return {.kind = Answer::Forbid, .path = std::move(path)}; }

    Answer about_path(const PathCall& call) const {
        if (call.number == SYS_execve && !situation_.started) return go_on();
        const auto text = read_string(pid_, arguments_[call.path]);
        // What cannot be read cannot be named; for files Landlock decides alone.
        if (!text) return call.kind == PathCall::Other ? forbid() : go_on();
        // An empty path asks about a descriptor, which was opened legally.
        if (text->empty() && call.kind == PathCall::Look) return go_on();
        const std::string path = as_self(absolute(*text, call.directory));
        if (path == "/proc/self/exe" && call.kind == PathCall::Look) return own_program(call);
        if (call.kind == PathCall::Other) {
            // Where a run-time searches in vain, it may also fail to create what it searches.
            const bool runs = call.number == SYS_execve || call.number == SYS_execveat;
            const bool quiet = any_under(path, spec_.unseen) || is_python_cache(path);
            return !runs && quiet ? refuse(EACCES) : forbid(path);
        }
        if (opens_to_write(call) && is_python_cache(path)) return refuse(EACCES);
        if (readable(path)) return opens_to_write(call) ? forbid(path) : go_on();
        if (any_under(path, spec_.unseen)) return refuse(ENOENT);
        if (path == "/dev/null") return go_on();
        const bool leads = leads_to_readable(path);
        if (call.kind == PathCall::Look) return leads ? go_on() : refuse(ENOENT);
        // Python lists the directories on its search path, and works without the answer.
        const bool lists = (arguments_[call.flags] & O_DIRECTORY) != 0 && !opens_to_write(call);
        if (lists && std::ranges::find(spec_.listable, path) != spec_.listable.end()) return go_on();
        return leads && lists ? refuse(EACCES) : forbid(path);
    }

    // Loaders and run-times ask for their own path to find what lies beside it. They get it without /proc, which they
    // cannot see.
    Answer own_program(const PathCall& call) const {
        const bool is_link = call.number == SYS_readlinkat
#if defined(__x86_64__)
                             || call.number == SYS_readlink
#endif
            ;
        if (!is_link) return refuse(ENOENT);
        std::string target = link_target(pid_, "exe");
        const auto room = static_cast<std::size_t>(arguments_[call.path + 2]);
        target.resize(std::min(target.size(), room));
        const iovec here{target.data(), target.size()};
        const iovec there{reinterpret_cast<void*>(arguments_[call.path + 1]), target.size()};
        const ssize_t written = process_vm_writev(pid_, &here, 1, &there, 1, 0);
        if (target.empty() || written < 0) return refuse(ENOENT);
        return {.kind = Answer::Value, .value = written};
    }

    bool opens_to_write(const PathCall& call) const {
        if (call.kind != PathCall::Open) return false;
        const auto flags = static_cast<int>(arguments_[call.flags]);
        return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0 ||
               (flags & O_TMPFILE) == O_TMPFILE;
    }

    bool readable(const std::string& path) const {
        if (path == spec_.arguments[0]) return true;
        if (!situation_.settled && any_under(path, spec_.readable_at_start)) return true;
        const auto contains = [&](const std::string& root) { return lies_under(path, root); };
        const auto hidden = std::ranges::find_if(spec_.hidden, contains);
        return std::ranges::any_of(spec_.readable, [&](const std::string& root) {
            return contains(root) && (hidden == spec_.hidden.end() || lies_under(root, *hidden));
        });
    }

    // Programs that resolve their own path check each directory on the way.
    bool leads_to_readable(const std::string& path) const {
        const auto leads = [&](const std::string& root) { return lies_under(root, path); };
        return leads(spec_.arguments[0]) || std::ranges::any_of(spec_.readable, leads) ||
               std::ranges::any_of(spec_.readable_at_start, leads) || path == spec_.directory;
    }

    std::string absolute(const std::string& text, int directory_argument) const {
        if (text.starts_with('/')) return normal(text);
        char name[32] = "cwd";
        if (directory_argument >= 0) {
            const auto directory = static_cast<int>(arguments_[directory_argument]);
            if (directory != AT_FDCWD) std::snprintf(name, sizeof name, "fd/%d", directory);
        }
        return normal(link_target(pid_, name) + "/" + text);
    }

    // Some run-times name themselves, or the calling thread, by number: that is /proc/self, too.
    std::string as_self(const std::string& path) const {
        constexpr std::string_view kProcesses = "/proc/";
        const bool numbered = path.starts_with(kProcesses) && path.size() > kProcesses.size() &&
                              std::isdigit(static_cast<unsigned char>(path[kProcesses.size()])) != 0;
        if (!numbered) return path;
        for (const char* const field : {"NStgid", "NSpid"}) {
            const std::string own = std::string{kProcesses} + std::to_string(own_id(field, pid_));
            if (lies_under(path, own)) return "/proc/self" + path.substr(own.size());
        }
        return path;
    }

    Answer memory(std::uint64_t bytes, std::uint64_t flags) const {
        // A snapshot must contain all of the memory, so none may be shared with it.
        if ((flags & MAP_TYPE) != MAP_PRIVATE && spec_.has(kRollback)) return forbid();
        // Counted like a file's pages, which are free; and a single process has no use for it.
        if ((flags & MAP_TYPE) != MAP_PRIVATE && (flags & MAP_ANONYMOUS) != 0) return refuse(EPERM);
        auto answer = go_on();
        const auto limit =
            spec_.numbers.address_space_bytes != 0 ? spec_.numbers.address_space_bytes : spec_.numbers.data_bytes;
        const bool counts = spec_.numbers.address_space_bytes != 0 || bytes > limit;
        answer.memory_exhausted = counts && situation_.address_space + bytes > limit;
        return answer;
    }

    // A host's channel must stay what it is. The kernel takes the lower half of the argument.
    Answer replaces(std::uint64_t descriptor) const {
        const auto fd = static_cast<std::uint32_t>(descriptor);
        const bool channel = fd == GARLIC_CHANNEL_IN || fd == GARLIC_CHANNEL_OUT;
        return channel && spec_.has(kOwnChannel) ? forbid() : go_on();
    }

    // A timer may send any signal; SIGCONT would wake the bot in its opponent's turn. With several threads what was
    // read here may be changed before the kernel reads it.
    Answer timer() const {
        sigevent event{};
        const iovec here{&event, sizeof event};
        const iovec there{reinterpret_cast<void*>(arguments_[1]), sizeof event};
        if (spec_.numbers.threads > 1 || process_vm_readv(pid_, &here, 1, &there, 1, 0) < 0) return refuse(EAGAIN);
        if (event.sigev_signo == SIGCONT) return forbid();
        return {.kind = Answer::Continue, .signal = event.sigev_signo};
    }

    Answer clone() const {
        if (spec_.has(kRollback)) return {.kind = Answer::Host};
        constexpr std::uint64_t kThread = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
        if (spec_.numbers.threads <= 1 || (arguments_[0] & kThread) != kThread) return forbid(clone_purpose(question_));
        if (situation_.threads >= static_cast<int>(spec_.numbers.threads)) return forbid(clone_purpose(question_));
        return go_on();
    }

    // A process may signal itself: abort() does.
    Answer signal(long number) const {
        const auto target = static_cast<pid_t>(arguments_[0]);
        const bool own = target == own_id(number == SYS_tkill ? "NSpid" : "NStgid", pid_);
        if (!own) return forbid();
        return {.kind = Answer::Continue, .signal = static_cast<int>(arguments_[number == SYS_tgkill ? 2 : 1])};
    }

    // The caller's process number as it sees itself.
    static pid_t own_id(const char* field, pid_t pid) {
        const std::string ids = status_of(pid, field);  // one for each namespace, the innermost last
        if (ids.empty()) return pid;                    // a kernel without namespaces
        return std::atoi(ids.c_str() + ids.find_last_of('\t') + 1);
    }

    Answer limits() const {
        const bool self = arguments_[0] == 0 || static_cast<pid_t>(arguments_[0]) == own_id("NStgid", pid_);
        if (self && arguments_[2] == 0) return go_on();
        if (self && arguments_[1] == RLIMIT_NOFILE && spec_.has(kSilentLimits)) return refuse(EPERM);
        return forbid();
    }

    Answer process_control() const {
        // Reading is harmless; of the rest only what the filter lets through.
        constexpr std::uint64_t kReading[] = {2, 7, 11, 13, 19, 21, 25, 27, 30, 37, 39, 42, 46, 51};
        const bool reads = std::ranges::find(kReading, arguments_[0]) != std::end(kReading);
        return reads ? refuse(EINVAL) : forbid();
    }

    const seccomp_notif& question_;
    const Situation& situation_;
    const Spec& spec_;
    pid_t pid_;
    const __u64* arguments_;
};

}  // namespace

std::string clone_purpose(const seccomp_notif& question) {
    const std::uint64_t flags = question.data.args[0];
    if ((flags & CLONE_THREAD) != 0) return "thread";
    // The C library's posix_spawn, which is behind system() and popen().
    constexpr std::uint64_t kSpawn = CLONE_VM | CLONE_VFORK;
    return (flags & kSpawn) == kSpawn ? "program" : "process";
}

Answer decide(const seccomp_notif& question, const Situation& situation) {
    return Judgement{question, situation}.decide();
}

}  // namespace garlic::sandbox
