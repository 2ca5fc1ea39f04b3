// Resources used by a running process: CPU time, memory. Read from outside, so the process cannot falsify them.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace garlic::sandbox {

using Nanoseconds = std::int64_t;
constexpr Nanoseconds kMillisecond = 1'000'000;

Nanoseconds now();
Nanoseconds tick();  // of the scheduler: between two of them, some times are not brought up to date

Nanoseconds cpu_time(pid_t pid);   // all threads
Nanoseconds user_time(pid_t pid);  // of that, outside of the kernel; to the tick

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

// What *worker* has copied since *snapshot* was made of it: pages that the snapshot has and of which the worker has its
// own. (Memory that the worker gave back and touched again looks the same.)
std::uint64_t copied_bytes(pid_t snapshot, pid_t worker);

// Sends SIGKILL to every child of this process.
void kill_children();

}  // namespace garlic::sandbox
