// One turn of a bot: ask, wait for the reply, answer the judge.

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "confining/kernel.h"
#include "keeper.h"
#include "measuring/proc.h"
#include "shared.h"

namespace garlic::sandbox {
namespace {

// A host makes its snapshot between two turns; that is our time, not the bot's.
constexpr Nanoseconds kReadyPatience = 20'000 * kMillisecond;
// How long a late bot may go on filling its memory, by its own time and at most; and how long it may pause in that.
constexpr Nanoseconds kMemoryTime = 2'000 * kMillisecond;
constexpr Nanoseconds kMemoryPatience = 10'000 * kMillisecond;
constexpr Nanoseconds kGrowthPatience = 100 * kMillisecond;
// How long a program may take to come to rest: by its own time, by CPU time, and at most.
constexpr Nanoseconds kRestTime = 200 * kMillisecond;
constexpr Nanoseconds kRestCpu = 5 * kMillisecond;
constexpr Nanoseconds kRestPatience = 2'000 * kMillisecond;

}  // namespace

void Keeper::turn(std::string_view body) {
    result_.fault = Fault::None;
    result_.flags = 0;
    result_.signal = 0;
    result_.status = -1;
    if (!forbidden_) result_.call = -1;  // else it was seen since the last turn
    result_.wall_ns = result_.cpu_ns = result_.delay_ns = result_.rest_cpu_ns = 0;
    result_.credit_ns = result_.copied_bytes = 0;
    memory_exhausted_ = measured_ = false;
    out_.clear();
    err_.clear();

    if (body.size() < sizeof request_) {
        judge_gone_ = true;
        return;
    }
    std::memcpy(&request_, body.data(), sizeof request_);
    body.remove_prefix(sizeof request_);
    prefix_ = body.substr(0, request_.prefix_bytes);
    message_ = body.substr(prefix_.size());
    if (reply_size_ <= reply_.size()) reply_.erase(0, reply_size_);
    reply_size_ = scanned_ = 0;
    reply_time_ = 0;
    reply_complete_ = false;

    result_.fault = run_turn();
    if (result_.fault != Fault::None) {
        if (worker_ >= 0) {
            if (!measured_) measure(reply_time_ != 0 ? reply_time_ : now());
            end_worker();
        }
        out_.read_some();
        err_.read_some();
        reply_.clear();
        reply_size_ = 0;
        roll_back();
    }
    settled_ = true;
    if (result_.fault != Fault::None) forbidden_ = false;
    asking_ = false;
    message_ = {};
    if (worker_ >= 0) result_.flags |= kAlive;
    if (judge_gone_) return;

    const std::string_view reply = std::string_view{reply_}.substr(0, reply_size_);
    result_.reply_bytes = static_cast<std::uint32_t>(reply.size());
    result_.stdout_bytes = static_cast<std::uint32_t>(out_.kept().size());
    result_.stderr_bytes = static_cast<std::uint32_t>(err_.kept().size());
    result_.stdout_total = out_.total();
    result_.stderr_total = err_.total();
    result_.detail_bytes = static_cast<std::uint32_t>(detail_.size());
    if (!send_frame(control_, Frame::Turn, {bytes_of(result_), reply, out_.kept(), err_.kept(), detail_}))
        judge_gone_ = true;
    detail_.clear();
}

Fault Keeper::run_turn() {
    if (worker_ < 0) {
        detail_ = "the process has ended";
        return Fault::Judge;
    }
    const bool first = !started_;
    clock_.start = now();
    if (first) {
        start_clock();
        let_go();
    }
    if (is_host())
        if (const Fault fault = make_ready(); fault != Fault::None) return fault;
    // Without a message this is the rest of a reply, which it may still be computing.
    if (spec_.has(kRest) && stopped_ && !message_.empty()) come_to_rest();
    if (forbidden_) return Fault::Forbidden;

    int ahead = 0;
    if (!first) ioctl(child_.from_bot, FIONREAD, &ahead);
    if (ahead > 0 || !reply_.empty()) {
        if (request_.ahead == Ahead::Fault && !only_remarks()) return Fault::SpokeEarly;
        if (request_.ahead == Ahead::Drop) {
            drain(child_.from_bot);
            reply_.clear();
        }
    }
    send_message();
    if (!first) start_clock();
    asking_ = true;
    if (request_.ahead == Ahead::Keep && find_reply() && !is_host()) end_clock();
    if (is_host()) {
        snapshots_.close_window();
        respond(snapshots_.take_waiting().question, 0, 0, false);
    } else if (reply_time_ == 0) {  // what is there already gives it no time to think
        resume();
    }
    return wait_for_reply();
}

void Keeper::resume() {
    if (std::exchange(stopped_, false)) kernel::pidfd_signal(pidfd_, SIGCONT);
}

// A reply stops a program at once. With several threads it may not be ready for a message then: the one that replied
// has yet to tell the others. So before the next message, off the clock, it runs until all of its threads sleep: at
// two looks, without CPU time in between. One that goes on computing gains no more than `kRestCpu` by it.
void Keeper::come_to_rest() {
    const std::string_view message = std::exchange(message_, {});  // not yet
    const Nanoseconds start = now(), cpu_before = cpu_time(worker_);
    Nanoseconds cpu = 0, asleep_at = -1;
    threads_.start(start, cpu_before);
    resume();
    for (Nanoseconds pause = kMillisecond / 20;; pause = std::min(2 * pause, 2 * kMillisecond)) {
        const Nanoseconds until = now() + pause;
        while (now() < until && !exited_ && !forbidden_ && !judge_gone_) wait_unasked(until);
        const Nanoseconds time = now();
        cpu = cpu_time(worker_) - cpu_before;
        if (exited_ || forbidden_ || judge_gone_ || cpu > kRestCpu || time - start > kRestPatience) break;
        const bool asleep = threads_.asleep();
        if (asleep && cpu == asleep_at) break;
        asleep_at = asleep ? cpu : -1;
        threads_.look(time, cpu_before + cpu);
        if (time - start - threads_.delay() > kRestTime) break;
    }
    result_.rest_cpu_ns = static_cast<std::uint64_t>(std::max<Nanoseconds>(cpu, 0));
    message_ = message;
}

// Waits like `pump` while there is no message to answer: what arrives is no reply.
void Keeper::wait_unasked(Nanoseconds until) {
    pump(until);
    reply_time_ = 0;
    reply_complete_ = false;
    reply_size_ = scanned_ = 0;
}

// A host program reports that it waits, after its snapshot. The first time this is its start, on the clock of its first
// turn.
Fault Keeper::make_ready() {
    const bool on_the_clock = !settled_;
    const Nanoseconds patience = now() + kReadyPatience;
    const std::string_view message = std::exchange(message_, {});  // not yet
    while (!snapshots_.ready()) {
        if (judge_gone_) return Fault::Judge;
        if (forbidden_) return Fault::Forbidden;
        if (exited_) {
            const bool expecting = snapshots_.expecting();
            const Fault fault = after_exit();
            if (!expecting || result_.status != GARLIC_NO_SNAPSHOT) return fault;
            detail_ = "no snapshot could be made";
            return Fault::Judge;
        }
        if (on_the_clock)
            if (const Fault fault = out_of_time(); fault != Fault::None) return fault;
        if (now() > patience) {
            detail_ = "the host program did not become ready";
            return Fault::Judge;
        }
        wait_unasked(on_the_clock ? clock_.next_look : patience);
    }
    message_ = message;
    return Fault::None;
}

Fault Keeper::wait_for_reply() {
    const std::uint64_t printed = spec_.numbers.printed_bytes;
    for (;;) {
        if (judge_gone_) return Fault::Judge;
        if (forbidden_) return Fault::Forbidden;
        if (reply_time_ != 0) return reply_is_there();
        if (reply_.size() > spec_.numbers.reply_bytes) return Fault::Output;
        if (printed != 0 && std::max(out_.total(), err_.total()) > printed) return Fault::Output;
        if (exited_) {
            read_last_words();
            return reply_time_ != 0 ? reply_is_there() : after_exit();
        }
        // The end of output comes just before the end of the process, or instead of it.
        if (reply_ended_ && !gauges_.exiting()) return Fault::ClosedOutput;
        if (const Fault fault = out_of_time(); fault != Fault::None) {
            return fault == Fault::TooLate && exceeds_memory() ? Fault::Memory : fault;
        }
        pump(clock_.next_look);
    }
}

// A late bot that is filling its memory may run on for a moment, off the clock: if it passes the limit, that is the
// fault its author has to fix. The turn's clocks stand still meanwhile.
bool Keeper::exceeds_memory() {
    const Nanoseconds start = now();
    measure(start);
    measured_ = true;
    const std::uint64_t limit = spec_.numbers.memory_bytes;
    std::uint64_t seen = gauges_.memory().own;
    if (!memory_exhausted_ && seen < limit / 8) return false;
    threads_.start(start, reply_cpu_);
    Nanoseconds grew = 0;  // by its own time
    while (!memory_exhausted_ && !exited_ && !judge_gone_ && !forbidden_ && reply_time_ == 0) {
        const Nanoseconds time = now();
        threads_.look(time, cpu_time(worker_));
        const Nanoseconds own_time = time - start - threads_.delay();
        const std::uint64_t own = gauges_.memory().own;
        if (own > limit) return true;
        if (own >= seen + limit / 256) {
            seen = own;
            grew = own_time;
        }
        const bool too_long = own_time >= kMemoryTime || time - start >= kMemoryPatience;
        if (too_long || own_time - grew > kGrowthPatience) return false;
        pump(time + kMillisecond);
    }
    if (exited_) end_worker();
    return memory_exhausted_ || (exited_ && crash() == Fault::Memory);
}

Fault Keeper::reply_is_there() {
    if (!is_host() && !exited_) {
        kernel::pidfd_signal(pidfd_, SIGSTOP);  // it must not think during the opponent's turn
        stopped_ = true;
    }
    out_.read_some();
    err_.read_some();
    const Spent spent = measure(reply_time_);
    const Memory memory = gauges_.memory();
    result_.memory_bytes = memory.resident;
    if (memory.own > spec_.numbers.memory_bytes) return Fault::Memory;
    return lateness(spent);
}

// The process has ended by itself: why?
Fault Keeper::after_exit() {
    measure(now());
    end_worker();
    return forbidden_ ? Fault::Forbidden : crash();
}

Fault Keeper::crash() {
    if (WIFSIGNALED(wait_status_)) result_.signal = WTERMSIG(wait_status_);
    if (WIFEXITED(wait_status_)) result_.status = WEXITSTATUS(wait_status_);
    struct {
        int error;
        char step[60];
    } trouble{};
    if (result_.status == 127 && read(child_.status, &trouble, sizeof trouble) == sizeof trouble) {
        detail_ = std::string{"cannot "} + trouble.step + ": " + std::strerror(trouble.error);
        return Fault::Crash;
    }
    if (result_.signal == SIGXCPU) {
        result_.flags |= kCpuClock;
        return Fault::TooLate;
    }
    const std::uint64_t nearly = spec_.numbers.memory_bytes / 20 * 19;
    const bool killed_by_group = result_.signal == SIGKILL && group_was_full();
    const bool unwell = result_.signal != 0 || result_.status != 0;
    if (unwell && (memory_exhausted_ || result_.memory_bytes >= nearly || killed_by_group)) return Fault::Memory;
    return killed_from_outside() ? Fault::Overload : Fault::Crash;
}

// Whether a signal ended it that neither it nor a limit can have sent: a person's, or that of a machine which has run
// out of memory. With the filter every way of sending itself one comes by the keeper.
bool Keeper::killed_from_outside() const {
    if (result_.signal != SIGKILL && result_.signal != SIGTERM) return false;
    if (child_.listener < 0 || (own_signals_ >> result_.signal & 1) != 0) return false;
    // At its limit of processor time the kernel kills it; the two are not counted in quite the same way.
    constexpr Nanoseconds kSecond = 1'000 * kMillisecond;
    return ended_cpu_ + kSecond / 2 < static_cast<Nanoseconds>(spec_.numbers.cpu_seconds) * kSecond;
}

// Whether its control group ran out of its own memory, not of that of a group above it.
bool Keeper::group_was_full() const {
    if ((child_.held & kHeldCgroup) == 0) return false;
    const int events = open((spec_.cgroup + "/memory.events").c_str(), O_RDONLY | O_CLOEXEC);
    char text[512];
    const char* const count = std::strstr(reread(events, text), "\noom ");
    if (events >= 0) close(events);
    return count == nullptr || std::atoi(count + 5) > 0;  // what cannot be read is not excused
}

void Keeper::send_message() {
    while (!message_.empty()) {
        const ssize_t sent = write(child_.to_bot, message_.data(), message_.size());
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) return;
        if (sent < 0) {  // it has closed its input; it may still answer
            message_ = {};
            return;
        }
        message_.remove_prefix(static_cast<std::size_t>(sent));
    }
    if (request_.kind == ReplyKind::All && child_.to_bot >= 0) close(std::exchange(child_.to_bot, -1));
}

void Keeper::read_reply() {
    if (reply_ended_) return;
    const std::size_t room = spec_.numbers.reply_bytes + 1;
    if (reply_.size() >= room) return;
    const auto end =
        read_some(child_.from_bot, room - reply_.size(), [&](std::string_view piece) { reply_.append(piece); });
    if (end == Stream::Ended) reply_ended_ = true;
    if (!reply_complete_ && find_reply() && !is_host()) end_clock();
}

// What a process wrote is in the pipe when it has ended; the end of the pipe may be reported a little later,
// because the kernel closes the files of a dead process asynchronously.
void Keeper::read_last_words() {
    for (std::size_t before = reply_.size() + 1; before != reply_.size() && reply_time_ == 0;) {
        before = reply_.size();
        read_reply();
    }
    reply_ended_ = true;
    if (!reply_complete_ && find_reply() && !is_host()) end_clock();
}

// Has the reply arrived? Sets its size.
bool Keeper::find_reply() {
    if (request_.kind == ReplyKind::All) {
        reply_size_ = reply_.size();
        reply_complete_ = reply_ended_ && reply_size_ > 0;
        return reply_complete_;
    }
    if (request_.kind == ReplyKind::Some) {
        reply_size_ = reply_.size();
        reply_complete_ = reply_size_ > 0;
        return reply_complete_;
    }
    if (request_.kind == ReplyKind::Record) {
        reply_size_ = request_.record_bytes;
        reply_complete_ = reply_.size() >= reply_size_;
        return reply_complete_;
    }
    while (!reply_complete_) {
        const auto end = reply_.find('\n', scanned_);
        if (end == std::string::npos) return false;
        reply_complete_ = request_.kind == ReplyKind::LinesUntil ? next_line_has_prefix() : !next_line_is_remark();
        scanned_ = end + 1;
        reply_size_ = scanned_;
    }
    return true;
}

bool Keeper::next_line_has_prefix() const { return std::string_view{reply_}.substr(scanned_).starts_with(prefix_); }

bool Keeper::next_line_is_remark() const {
    return request_.kind == ReplyKind::Line && !prefix_.empty() && next_line_has_prefix();
}

// Whether all that arrived before the message is remarks, the last one perhaps unfinished; else the detail is the
// first line that is none.
bool Keeper::only_remarks() {
    constexpr std::size_t kShown = 100;
    read_reply();
    for (scanned_ = 0; scanned_ < reply_.size();
         scanned_ = std::min(reply_.find('\n', scanned_), reply_.size() - 1) + 1)
        if (!next_line_is_remark()) {
            detail_ = reply_.substr(scanned_, std::min(reply_.find('\n', scanned_) - scanned_, kShown));
            return false;
        }
    scanned_ = 0;
    return true;
}

}  // namespace garlic::sandbox
