// Whether a turn is late.
//
// There are two clocks. A turn is late if its CPU time is over the limit, or its own time: the wall time without the
// time it waited for a processor, or for the keeper because that had to wait, and without what the host of a virtual
// machine took away. However busy the machine, a turn within both is on time. Both clocks forgive the copying of pages
// that were shared with a snapshot.

#include <unistd.h>

#include <algorithm>

#include "keeper.h"

namespace garlic::sandbox {
namespace {

// The cost of copying a page that is shared with a snapshot; measured, rounded up.
constexpr Nanoseconds kPageCopy = 2'800, kPage = 4096;
// How often a process with several threads is looked at, so that little of what a thread waited is lost when it ends.
constexpr Nanoseconds kThreadsPeriod = 10 * kMillisecond;
constexpr Nanoseconds kShortestPause = kMillisecond / 2;

}  // namespace

void Keeper::start_clock() {
    clock_ = {};
    clock_.cpu = cpu_time(worker_);
    if (snapshots_.wanted()) clock_.user = user_time(worker_);
    clock_.keeper_delay = keeper_delay();
    clock_.stolen = stolen_.read();
    clock_.start = now();
    threads_.start(clock_.start, clock_.cpu);
    const auto soonest =
        std::min(static_cast<Nanoseconds>(request_.wall_ns), static_cast<Nanoseconds>(request_.cpu_ns) / processors_);
    clock_.next_look = clock_.start + (threads_.several() ? std::min(soonest, kThreadsPeriod) : soonest);
}

void Keeper::end_clock() {
    reply_time_ = now();
    reply_cpu_ = cpu_time(worker_);
    threads_.look(reply_time_, reply_cpu_);
}

Fault Keeper::out_of_time() {
    const Nanoseconds time = now();
    return time < clock_.next_look ? Fault::None : look_at_clocks(time);
}

Fault Keeper::look_at_clocks(Nanoseconds time) {
    const Nanoseconds cpu = cpu_time(worker_);
    threads_.look(time, cpu);
    const Spent spent = spent_until(time, cpu);
    const Fault fault = lateness(spent);
    if ((result_.flags & kCpuClock) != 0) return fault;
    // A wait is counted when it ends. So being late by its own time must be seen twice, and every thread that waits at
    // the second look must have run since.
    clock_.late_looks = fault == Fault::None ? 0 : clock_.late_looks + 1;
    if (clock_.late_looks == 2) clock_.late_since = time;
    if (clock_.late_looks >= 2 && !threads_.waits_since(clock_.late_since)) return fault;
    if (spent.wall >= static_cast<Nanoseconds>(request_.patience_ns)) return Fault::Overload;

    const auto credit = static_cast<Nanoseconds>(result_.credit_ns);
    const Nanoseconds cpu_left = static_cast<Nanoseconds>(request_.cpu_ns) + credit - spent.cpu;
    const Nanoseconds own_left = static_cast<Nanoseconds>(request_.wall_ns) + credit - spent.own();
    const Nanoseconds pause = std::max(std::min(cpu_left / processors_, own_left), kShortestPause);
    clock_.next_look = std::min(time + (threads_.several() ? std::min(pause, kThreadsPeriod) : pause),
                                clock_.start + static_cast<Nanoseconds>(request_.patience_ns));
    return Fault::None;
}

// Records what the turn has used, at *end*.
Spent Keeper::measure(Nanoseconds end) {
    if (reply_time_ == 0) {
        reply_cpu_ = cpu_time(worker_);
        threads_.look(end, reply_cpu_);
    }
    const Spent spent = spent_until(end, reply_cpu_);
    result_.wall_ns = static_cast<std::uint64_t>(spent.wall);
    result_.cpu_ns = static_cast<std::uint64_t>(spent.cpu);
    result_.delay_ns = static_cast<std::uint64_t>(spent.delay);
    return spent;
}

Nanoseconds Keeper::keeper_delay() const {
    Scheduled scheduled;
    read_schedstat(own_schedstat_, scheduled);
    return scheduled.waited;
}

// What the turn has used at *end*, when the reading of its CPU time was *cpu*; its threads were looked at then.
Spent Keeper::spent_until(Nanoseconds end, Nanoseconds cpu) const {
    Spent spent{end - clock_.start, std::max<Nanoseconds>(cpu - clock_.cpu, 0), 0};
    const bool too_many = settled_ && clock_.questions >= kForgivenQuestions;
    const Nanoseconds steps = stolen_.read() - clock_.stolen;
    const Nanoseconds stolen = steps > 0 ? steps + StolenTime::kStep : 0;  // part of a step is not seen
    const Nanoseconds ours = (too_many ? clock_.forgiven_delay : keeper_delay()) - clock_.keeper_delay;
    // Threads that wait at the same time are delayed once. And while a bot has all the processors it can use, only its
    // own threads delay each other: that is its own time.
    const Nanoseconds most = std::max<Nanoseconds>(spent.wall - spent.cpu / processors_, 0);
    spent.delay = std::clamp<Nanoseconds>(threads_.delay() + ours + stolen, 0, most);
    return spent;
}

// Over a limit, even with credit?
Fault Keeper::lateness(const Spent& spent) {
    const Nanoseconds over_cpu = spent.cpu - static_cast<Nanoseconds>(request_.cpu_ns);
    const Nanoseconds over_wall = spent.own() - static_cast<Nanoseconds>(request_.wall_ns);
    const Nanoseconds credit = std::max(over_cpu, over_wall) > 0 ? copying_credit(spent) : 0;
    result_.credit_ns = static_cast<std::uint64_t>(credit);
    if (over_cpu > credit) result_.flags |= kCpuClock;
    return std::max(over_cpu, over_wall) > credit ? Fault::TooLate : Fault::None;
}

// Time that the bot lost because its pages were shared with a snapshot and had to be copied. Never more than it spent
// in the kernel, so that no trick with its memory buys time to think; and never more than half of its limit, so that a
// turn stays within one and a half.
Nanoseconds Keeper::copying_credit(const Spent& spent) {
    if (!snapshots_.snapshot().there()) return 0;
    result_.copied_bytes = copied_bytes(snapshots_.snapshot().pid, worker_);
    const auto copying = static_cast<Nanoseconds>(result_.copied_bytes) / kPage * kPageCopy;
    const Nanoseconds user = user_time(worker_) - clock_.user;  // sampled at ticks
    const Nanoseconds in_kernel = std::max<Nanoseconds>(spent.cpu - user, 0) + tick();
    return std::min({copying, in_kernel, static_cast<Nanoseconds>(request_.wall_ns) / 2});
}

}  // namespace garlic::sandbox
