#include "measuring/clocks.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

#include "measuring/proc.h"

namespace garlic::sandbox {
namespace {

Nanoseconds read_clock(clockid_t clock) {
    timespec time{};
    if (clock_gettime(clock, &time) != 0) return 0;
    return Nanoseconds{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// The clocks of another process; the C library has a name for the first only.
enum Kind : clockid_t { kAllTime = 2, kUserTime = 1 };
clockid_t clock_of(pid_t pid, Kind kind) { return (~static_cast<clockid_t>(pid) << 3) | kind; }

// How many of *pages* pages from number *first* on have two copies. (The worker may already share its own with the next
// snapshot.)
std::uint64_t copied_pages(int snapshot, int worker, std::uint64_t first, std::uint64_t pages) {
    constexpr std::uint64_t kPresent = 1ULL << 63, kOfFile = 1ULL << 61, kExclusive = 1ULL << 56;
    constexpr std::uint64_t kAtOnce = 2048;
    std::uint64_t theirs[kAtOnce], ours[kAtOnce], copied = 0;
    for (const std::uint64_t end = first + pages; first < end; first += kAtOnce) {
        const auto size = std::min(kAtOnce, end - first) * sizeof *ours;
        const auto place = static_cast<off_t>(first * sizeof *ours);
        const ssize_t got = std::min(pread(snapshot, theirs, size, place), pread(worker, ours, size, place));
        for (std::size_t index = 0; static_cast<ssize_t>((index + 1) * sizeof *ours) <= got; ++index) {
            const std::uint64_t both = theirs[index] & ours[index], either = theirs[index] | ours[index];
            if ((both & kPresent) != 0 && (either & kExclusive) != 0 && (either & kOfFile) == 0) ++copied;
        }
    }
    return copied;
}

}  // namespace

Nanoseconds now() { return read_clock(CLOCK_MONOTONIC); }

Nanoseconds tick() {
    timespec time{};
    clock_getres(CLOCK_MONOTONIC_COARSE, &time);
    return time.tv_nsec;
}

Nanoseconds cpu_time(pid_t pid) { return read_clock(clock_of(pid, kAllTime)); }

StolenTime::StolenTime(const char* stat) : stat_(open(stat, O_RDONLY | O_CLOEXEC)) {
    if (read() == 0 && stat_ >= 0)
        close(std::exchange(stat_, -1));  // no virtual machine, or one that shares with nobody
}

StolenTime::~StolenTime() {
    if (stat_ >= 0) close(stat_);
}

Nanoseconds StolenTime::read() const {
    char text[256];
    long long stolen = 0;
    if (std::sscanf(reread(stat_, text), "cpu %*d %*d %*d %*d %*d %*d %*d %lld", &stolen) != 1) return 0;
    return stolen * kStep;
}

Nanoseconds user_time(pid_t pid) { return read_clock(clock_of(pid, kUserTime)); }

Gauges::Gauges(pid_t pid) : pid_(pid), stat_(open_proc(pid, "stat")), statm_(open_proc(pid, "statm")) {}

Gauges& Gauges::operator=(Gauges&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(stat_, other.stat_);
    std::swap(statm_, other.statm_);
    return *this;
}

Gauges::~Gauges() {
    for (const int fd : {stat_, statm_})
        if (fd >= 0) close(fd);
}

Memory Gauges::memory() const {
    char text[128];
    unsigned long long total = 0, resident = 0, shared = 0;
    if (std::sscanf(reread(statm_, text), "%llu %llu %llu", &total, &resident, &shared) != 3) return {};
    const auto page = static_cast<unsigned long long>(sysconf(_SC_PAGESIZE));
    return {total * page, resident * page, (resident - std::min(resident, shared)) * page};
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

std::uint64_t copied_bytes(pid_t snapshot, pid_t worker) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const int theirs = open_proc(snapshot, "pagemap"), ours = open_proc(worker, "pagemap");
    const int maps_fd = open_proc(snapshot, "maps");
    std::uint64_t copied = 0;
    if (FILE* maps = maps_fd < 0 ? nullptr : fdopen(maps_fd, "r")) {
        char line[4352];
        while (std::fgets(line, sizeof line, maps) != nullptr) {
            unsigned long long first = 0, last = 0;
            char writable = 0;
            if (std::sscanf(line, "%llx-%llx %*c%c", &first, &last, &writable) == 3 && writable == 'w')
                copied += copied_pages(theirs, ours, first / page, (last - first) / page) * page;
        }
        std::fclose(maps);
    }
    for (const int fd : {theirs, ours})
        if (fd >= 0) close(fd);
    return copied;
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
