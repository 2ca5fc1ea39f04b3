// Resources used by a running process: CPU time, memory. Read from outside, so the process cannot falsify them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace garlic::sandbox {

using Nanoseconds = std::int64_t;
constexpr Nanoseconds kMillisecond = 1'000'000;

Nanoseconds now();
Nanoseconds tick();  // of the scheduler: between two of them, some times are not brought up to date

Nanoseconds cpu_time(pid_t pid);   // all threads
Nanoseconds user_time(pid_t pid);  // of that, outside of the kernel; to the tick

// What the host of a virtual machine gave to others: its processors stood still then, and neither CPU time nor waiting
// counts that. All processors together, since we cannot tell whom it hit, and in hundredths of a second.
class StolenTime {
public:
    explicit StolenTime(const char* stat = "/proc/stat");
    StolenTime(const StolenTime&) = delete;
    ~StolenTime();

    static constexpr Nanoseconds kStep = 10 * kMillisecond;
    Nanoseconds read() const;  // since the machine started

private:
    int stat_;
};

struct Memory {
    std::uint64_t total = 0;     // address space
    std::uint64_t resident = 0;  // in memory
    std::uint64_t own = 0;       // of that, not backed by files
};

// The gauges of one process. The files under /proc stay open: one read per query.
class Gauges {
public:
    Gauges() = default;
    explicit Gauges(pid_t pid);
    Gauges(const Gauges&) = delete;
    Gauges& operator=(Gauges&& other) noexcept;
    ~Gauges();

    Memory memory() const;
    bool exiting() const;  // on its way out, though not yet a zombie
    int threads() const;
    bool holds_all_signals() const;  // that can be blocked

private:
    pid_t pid_ = 0;
    int stat_ = -1, statm_ = -1;
};

// What *worker* has copied since *snapshot* was made of it: pages of which each has its own. (Memory that the worker gave
// back and touched again looks the same.)
std::uint64_t copied_bytes(pid_t snapshot, pid_t worker);

// A field of /proc/PID/status; empty if it cannot be read. The process chooses its name, which is in that file too, so
// only whole lines count.
std::string status_of(pid_t pid, const char* field);

// Sends SIGKILL to every child of this process.
void kill_children();

}  // namespace garlic::sandbox
