// Rolling a bot back: which clone makes a snapshot, and which process is one.
//
// A host program makes a snapshot of itself between turns: the parent continues as the worker, the child parks
// in a call that is not answered. A turn that fails ends the worker, and the parked child is answered: it
// becomes the worker, with its memory as before the turn. This class only does the bookkeeping; the keeper
// kills and answers.
#pragma once

#include <linux/seccomp.h>
#include <sys/types.h>

#include <cstdint>

#include "measuring/clocks.h"

namespace garlic::sandbox {

// A process frozen in an unanswered call.
struct Parked {
    pid_t pid = -1;
    std::uint64_t question = 0;
    bool there() const { return pid > 0; }
};

class Snapshots {
public:
    Snapshots(bool wanted, std::uint64_t instruction) : wanted_(wanted), instruction_(instruction) {}

    // From the end of a turn (or the start of the program) one clone may be requested.
    void open_window() { window_ = true; }
    void close_window() { window_ = false; }

    // True if this is the one clone that is allowed now: by the worker, which has a single thread and blocks
    // all signals, with exactly the flags of a snapshot, from the host's own instruction. Then both it and its
    // child run only the host's next few instructions, which lead to a call that we hold.
    bool approves_clone(const seccomp_notif& question, pid_t worker, const Gauges& gauges);

    // True if the caller is the approved snapshot. It replaces the older one, which is returned in *older* to be ended.
    bool parks(const seccomp_notif& question, pid_t worker, Parked& older);

    // True if the worker reports that it waits for its next turn.
    bool waits(const seccomp_notif& question, pid_t worker);

    // The worker waits, and there is a snapshot of it if one is wanted.
    bool ready() const { return waiting_.there() && !expected_ && (!wanted_ || snapshot_.there()); }

    // A clone was approved, and its child has not parked yet.
    bool expecting() const { return expected_; }
    bool wanted() const { return wanted_; }

    const Parked& snapshot() const { return snapshot_; }
    Parked take_snapshot() { return take(snapshot_); }
    Parked take_waiting() { return take(waiting_); }
    // The worker is gone, with whatever it was doing.
    void worker_ended();

private:
    static Parked take(Parked& from) {
        const Parked taken = from;
        from = {};
        return taken;
    }

    bool wanted_;
    std::uint64_t instruction_;
    bool window_ = true, expected_ = false;
    Parked snapshot_, waiting_;
};

}  // namespace garlic::sandbox
