// Resources used by a running process: CPU time, time waiting for a processor, memory. Read from outside, so the
// process cannot falsify them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace garlic::sandbox {

using Nanoseconds = std::int64_t;

Nanoseconds now();

struct Memory {
    std::uint64_t total = 0;     // address space
    std::uint64_t resident = 0;  // in memory
    std::uint64_t own = 0;       // of that, not backed by files
};

// The gauges of one process. The files under /proc stay open: one read per query.
class Gauges {
public:
    Gauges() = default;
    Gauges(pid_t pid, bool threads);
    Gauges(const Gauges&) = delete;
    Gauges& operator=(Gauges&& other) noexcept;
    ~Gauges();

    Nanoseconds cpu() const;    // all threads
    Nanoseconds delay() const;  // of the thread that waited longest
    Memory memory() const;
    char state() const;    // as in /proc: R running or runnable, S sleeping, T stopped; ? unknown
    bool exiting() const;  // on its way out, though not yet a zombie
    int threads() const;
    bool holds_all_signals() const;  // that can be blocked

private:
    pid_t pid_ = 0;
    bool threaded_ = false;
    int stat_ = -1, statm_ = -1, schedstat_ = -1;
};

// Bytes that only this process maps. For a parked snapshot: what the worker has copied since.
std::uint64_t private_bytes(pid_t pid);

// A field of /proc/PID/status; empty if it cannot be read. The process chooses its name, which is in that file too, so
// only whole lines count.
std::string status_of(pid_t pid, const char* field);

// Sends SIGKILL to every child of this process.
void kill_children();

}  // namespace garlic::sandbox
