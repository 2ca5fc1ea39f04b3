// How to answer a system call of a bot that the filter did not let through.
#pragma once

#include <linux/seccomp.h>
#include <sys/types.h>

#include <string>

#include "wire.h"

namespace garlic::sandbox {

struct Answer {
    enum Kind {
        Continue,  // the kernel continues the call; Landlock and the limits still apply
        Refuse,    // the call fails with `error`, without a fault
        Forbid,    // the bot is at fault
        Value,     // done by the keeper; the call returns `value`
        Host,      // a host program's own call: the snapshots decide
    } kind = Forbid;
    int error = 0;
    std::int64_t value = 0;
    std::string path{};             // what a forbidden call was about, if known; of a clone its purpose
    bool memory_exhausted = false;  // the kernel will refuse this memory
    int signal = 0;                 // that it sends itself, now or by a timer
};

// The state of the bot that an answer depends on.
struct Situation {
    const Spec& spec;
    bool started = false;  // exec has been approved
    bool settled = false;  // the first turn has ended
    std::uint64_t address_space = 0;
    int threads = 1;
};

// Reads what it needs from the caller's memory. A decision about a path is only as good as that memory: Landlock
// enforces, this names the fault.
Answer decide(const seccomp_notif& question, const Situation& situation);

// What a clone is for, by its flags: "thread", "program" (to run one) or "process".
std::string clone_purpose(const seccomp_notif& question);

}  // namespace garlic::sandbox
