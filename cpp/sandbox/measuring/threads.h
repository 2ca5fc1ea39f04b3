// The threads of a process: how long they waited for a processor, and whether they sleep. Read from outside.
#pragma once

#include <dirent.h>
#include <sys/types.h>

#include <vector>

#include "measuring/clocks.h"

namespace garlic::sandbox {

// What the scheduler counts for a thread.
struct Scheduled {
    Nanoseconds ran = 0, waited = 0;
    bool operator==(const Scheduled&) const = default;
};

// From its file schedstat; false if it cannot be read: the thread has ended.
bool read_schedstat(int fd, Scheduled& scheduled);

// The scheduler counts for each thread how long it was runnable but did not run. It does so when a wait ends, and
// forgets it when the thread ends. So a process with several threads is looked at now and then: what a thread has
// waited when it was last seen counts even if it has ended since, and a wait that goes on counts from the first look
// that saw it.
class Threads {
public:
    Threads() = default;
    // With *several*, threads are searched for at each look; without, there is only the first.
    Threads(pid_t pid, bool several);
    Threads(const Threads&) = delete;
    Threads& operator=(Threads&& other) noexcept;
    ~Threads();

    bool several() const { return several_; }
    // Both are given the time, and the process's CPU time at it.
    void start(Nanoseconds time, Nanoseconds cpu);  // `delay` counts from now on
    void look(Nanoseconds time, Nanoseconds cpu);
    // The waiting time of the threads from `start` to the last look. Waits at the same time count several times, but not
    // without bounds.
    Nanoseconds delay() const;
    // A thread has waited since the look at *time*, or longer: how much longer is not known until it runs.
    bool waits_since(Nanoseconds time) const;
    bool asleep();  // all of them

private:
    struct Thread {
        pid_t id = 0;
        int schedstat = -1, stat = -1;  // its files
        Scheduled seen;                 // at the last look
        Nanoseconds before = 0;         // waited before `start`
        Nanoseconds waiting_since = 0;  // the first look that saw it wait, if it waits
    };

    void find();
    void add(pid_t id);
    bool read(Thread& thread, Nanoseconds time, Nanoseconds cpu);
    void forget(std::size_t index);
    Nanoseconds waited(const Thread& thread) const;

    pid_t pid_ = 0;
    bool several_ = false;
    DIR* tasks_ = nullptr;
    std::vector<Thread> threads_;
    Nanoseconds looked_ = 0;  // when
    Nanoseconds ended_ = 0;   // waited since `start` by threads that have ended
};

}  // namespace garlic::sandbox
