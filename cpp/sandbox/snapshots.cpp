#include "snapshots.h"

#include <sched.h>

#include <csignal>

#include "shared.h"

namespace garlic::sandbox {
namespace {

constexpr std::uint64_t kSnapshotFlags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;

}  // namespace

bool Snapshots::approves_clone(const seccomp_notif& question, pid_t worker, const Gauges& gauges) {
    const bool fits = wanted_ && window_ && !expected_ && static_cast<pid_t>(question.pid) == worker &&
                      question.data.args[0] == kSnapshotFlags && question.data.args[1] == 0 &&
                      question.data.instruction_pointer == instruction_ && gauges.threads() == 1 &&
                      gauges.holds_all_signals();
    if (!fits) return false;
    window_ = false;
    expected_ = true;
    return true;
}

bool Snapshots::parks(const seccomp_notif& question, pid_t worker, Parked& older) {
    const auto caller = static_cast<pid_t>(question.pid);
    if (!expected_ || caller == worker || caller == snapshot_.pid) return false;
    expected_ = false;
    older = snapshot_;
    snapshot_ = {caller, question.id};
    return true;
}

bool Snapshots::waits(const seccomp_notif& question, pid_t worker) {
    if (static_cast<pid_t>(question.pid) != worker || waiting_.there()) return false;
    waiting_ = {worker, question.id};
    return true;
}

void Snapshots::worker_ended() {
    waiting_ = {};
    window_ = true;
    expected_ = false;
}

}  // namespace garlic::sandbox
