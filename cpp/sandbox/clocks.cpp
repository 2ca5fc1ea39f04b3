#include "clocks.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

namespace garlic::sandbox {
namespace {

Nanoseconds read_clock(clockid_t clock) {
    timespec time{};
    if (clock_gettime(clock, &time) != 0) return 0;
    return Nanoseconds{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

int open_proc(pid_t pid, const char* name) {
    char path[340];
    std::snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

// The beginning of the file as a string; empty if it cannot be read.
template <std::size_t N>
const char* reread(int fd, char (&text)[N]) {
    const ssize_t got = fd < 0 ? -1 : pread(fd, text, N - 1, 0);
    text[std::max<ssize_t>(got, 0)] = 0;
    return text;
}

// /proc/PID/stat from its third field on: the second, the program's name, may contain anything.
const char* after_name(const char* stat) {
    const char* closing = std::strrchr(stat, ')');
    return closing != nullptr && closing[1] == ' ' ? closing + 2 : "";
}

Nanoseconds delay_of(const char* schedstat) {
    char* rest = nullptr;
    std::strtoll(schedstat, &rest, 10);
    return std::strtoll(rest, nullptr, 10);
}

}  // namespace

Nanoseconds now() { return read_clock(CLOCK_MONOTONIC); }

Gauges::Gauges(pid_t pid, bool threads)
    : pid_(pid),
      threaded_(threads),
      stat_(open_proc(pid, "stat")),
      statm_(open_proc(pid, "statm")),
      schedstat_(open_proc(pid, "schedstat")) {}

Gauges& Gauges::operator=(Gauges&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(threaded_, other.threaded_);
    std::swap(stat_, other.stat_);
    std::swap(statm_, other.statm_);
    std::swap(schedstat_, other.schedstat_);
    return *this;
}

Gauges::~Gauges() {
    for (const int fd : {stat_, statm_, schedstat_})
        if (fd >= 0) close(fd);
}

Nanoseconds Gauges::cpu() const {
    clockid_t clock{};
    return clock_getcpuclockid(pid_, &clock) == 0 ? read_clock(clock) : 0;
}

Nanoseconds Gauges::delay() const {
    char text[128];
    if (!threaded_) return delay_of(reread(schedstat_, text));
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/task", pid_);
    DIR* tasks = opendir(path);
    if (tasks == nullptr) return 0;
    Nanoseconds longest = 0;
    while (const dirent* task = readdir(tasks)) {
        char name[300];
        std::snprintf(name, sizeof name, "task/%s/schedstat", task->d_name);
        const int fd = open_proc(pid_, name);
        if (fd < 0) continue;
        longest = std::max(longest, delay_of(reread(fd, text)));
        close(fd);
    }
    closedir(tasks);
    return longest;
}

Memory Gauges::memory() const {
    char text[128];
    unsigned long long total = 0, resident = 0, shared = 0;
    if (std::sscanf(reread(statm_, text), "%llu %llu %llu", &total, &resident, &shared) != 3) return {};
    const auto page = static_cast<unsigned long long>(sysconf(_SC_PAGESIZE));
    return {total * page, resident * page, (resident - std::min(resident, shared)) * page};
}

char Gauges::state() const {
    char text[1024];
    const char state = *after_name(reread(stat_, text));
    return state == 0 ? '?' : state;
}

bool Gauges::exiting() const {
    constexpr unsigned kExiting = 0x4;  // PF_EXITING
    char text[1024];
    unsigned flags = kExiting;  // a process that cannot be read is gone
    std::sscanf(after_name(reread(stat_, text)), "%*c %*d %*d %*d %*d %*d %u", &flags);
    return (flags & kExiting) != 0;
}

int Gauges::threads() const {
    char text[1024];
    int threads = 0;
    std::sscanf(after_name(reread(stat_, text)),
                "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %d", &threads);
    return threads;
}

bool Gauges::holds_all_signals() const {
    constexpr std::uint64_t kCannotBeHeld = 1ULL << (SIGKILL - 1) | 1ULL << (SIGSTOP - 1);
    return std::strtoull(status_of(pid_, "SigBlk").c_str(), nullptr, 16) == ~kCannotBeHeld;
}

std::string status_of(pid_t pid, const char* field) {
    char text[4096], start[32];
    const int fd = open_proc(pid, "status");
    reread(fd, text);
    if (fd >= 0) close(fd);
    std::snprintf(start, sizeof start, "\n%s:\t", field);
    const char* found = std::strstr(text, start);
    if (found == nullptr) return {};
    found += std::strlen(start);
    return {found, std::strcspn(found, "\n")};
}

std::uint64_t private_bytes(pid_t pid) {
    const int fd = open_proc(pid, "smaps_rollup");
    char text[2048];
    reread(fd, text);
    if (fd >= 0) close(fd);
    std::uint64_t kilobytes = 0;
    for (const char* field : {"Private_Clean:", "Private_Dirty:"})
        if (const char* found = std::strstr(text, field))
            kilobytes += std::strtoull(found + std::strlen(field), nullptr, 10);
    return kilobytes * 1024;
}

void kill_children() {
    DIR* processes = opendir("/proc");
    if (processes == nullptr) return;
    while (const dirent* entry = readdir(processes)) {
        const auto pid = static_cast<pid_t>(std::atoi(entry->d_name));
        if (pid <= 0) continue;
        const int fd = open_proc(pid, "stat");
        char text[1024];
        int parent = 0;
        std::sscanf(after_name(reread(fd, text)), "%*c %d", &parent);
        if (fd >= 0) close(fd);
        if (parent == getpid()) kill(pid, SIGKILL);
    }
    closedir(processes);
}

}  // namespace garlic::sandbox
