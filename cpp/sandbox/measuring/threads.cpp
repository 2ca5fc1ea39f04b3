#include "measuring/threads.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "measuring/proc.h"

namespace garlic::sandbox {
namespace {

constexpr std::size_t kUsualThreads = 64;
// Threads that wait for each other's results are delayed one after the other. More of them than this only add up to an
// excuse: on a machine that is a little busy, many that wake up now and then would cover any time.
constexpr Nanoseconds kTakingTurns = 8;

// As in /proc: R running or runnable, S sleeping, D in the kernel, T stopped, Z dead; ? if it has ended.
char state_in(int stat) {
    char text[1024];
    const char state = *after_name(reread(stat, text));
    return state == 0 ? '?' : state;
}

}  // namespace

bool read_schedstat(int fd, Scheduled& scheduled) {
    char text[128];
    char* rest = nullptr;
    scheduled.ran = std::strtoll(reread(fd, text), &rest, 10);
    scheduled.waited = std::strtoll(rest, nullptr, 10);
    return rest != text;
}

Threads::Threads(pid_t pid, bool several) : pid_(pid), several_(several) {
    threads_.reserve(several ? kUsualThreads : 1);
    if (!several) {
        add(pid);
        return;
    }
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/task", pid);
    tasks_ = opendir(path);
}

Threads& Threads::operator=(Threads&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(several_, other.several_);
    std::swap(tasks_, other.tasks_);
    std::swap(threads_, other.threads_);
    std::swap(looked_, other.looked_);
    std::swap(ended_, other.ended_);
    return *this;
}

Threads::~Threads() {
    while (!threads_.empty()) forget(threads_.size() - 1);
    if (tasks_ != nullptr) closedir(tasks_);
}

void Threads::start(Nanoseconds time, Nanoseconds cpu) {
    look(time, cpu);
    ended_ = 0;
    for (auto& thread : threads_) {
        thread.before = thread.seen.waited;
        thread.waiting_since = 0;
    }
}

void Threads::look(Nanoseconds time, Nanoseconds cpu) {
    if (several_) find();
    for (std::size_t index = 0; index < threads_.size();) {
        if (read(threads_[index], time, cpu)) {
            ++index;
        } else {
            ended_ += waited(threads_[index]);
            forget(index);
        }
    }
    looked_ = time;
}

// Adds the threads that are new. What they have waited, they have waited since `start`.
void Threads::find() {
    if (tasks_ == nullptr) return;
    rewinddir(tasks_);
    while (const dirent* entry = readdir(tasks_)) {
        const auto id = static_cast<pid_t>(std::atoi(entry->d_name));
        if (id > 0 && std::ranges::find(threads_, id, &Thread::id) == threads_.end()) add(id);
    }
}

void Threads::add(pid_t id) {
    char name[64];
    Thread thread;
    thread.id = id;
    std::snprintf(name, sizeof name, "task/%d/schedstat", id);
    thread.schedstat = open_proc(pid_, name);
    std::snprintf(name, sizeof name, "task/%d/stat", id);
    thread.stat = open_proc(pid_, name);
    threads_.push_back(thread);
}

// False if the thread has ended.
bool Threads::read(Thread& thread, Nanoseconds time, Nanoseconds cpu) {
    Scheduled scheduled;
    if (!read_schedstat(thread.schedstat, scheduled)) return !several_;
    // The time of a running thread is brought up to date by ticks only, that of the process at once.
    if (!several_) scheduled.ran = cpu;
    if (scheduled != thread.seen) {
        thread.seen = scheduled;
        thread.waiting_since = 0;
    } else if (state_in(thread.stat) != 'R') {
        thread.waiting_since = 0;
    } else if (thread.waiting_since == 0) {
        thread.waiting_since = time;
    }
    return true;
}

void Threads::forget(std::size_t index) {
    for (const int fd : {threads_[index].schedstat, threads_[index].stat})
        if (fd >= 0) close(fd);
    threads_[index] = threads_.back();
    threads_.pop_back();
}

Nanoseconds Threads::waited(const Thread& thread) const {
    const Nanoseconds going_on = thread.waiting_since == 0 ? 0 : looked_ - thread.waiting_since;
    return thread.seen.waited - thread.before + going_on;
}

Nanoseconds Threads::delay() const {
    Nanoseconds total = 0, longest = 0;
    for (const auto& thread : threads_) {
        total += waited(thread);
        longest = std::max(longest, waited(thread));
    }
    return ended_ + std::min(total, kTakingTurns * longest);
}

bool Threads::waits_since(Nanoseconds time) const {
    return std::ranges::any_of(
        threads_, [&](const Thread& thread) { return thread.waiting_since != 0 && thread.waiting_since <= time; });
}

bool Threads::asleep() {
    if (several_) find();
    return std::ranges::all_of(threads_, [](const Thread& thread) {
        const char state = state_in(thread.stat);
        return state != 'R' && state != 'D' && state != 'T';
    });
}

}  // namespace garlic::sandbox
