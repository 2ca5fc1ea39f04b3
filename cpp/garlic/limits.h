// When a search ends: time, nodes, depth, or a request to stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace garlic {

using Seconds = double;

// The limits set by the caller; unset ones do not apply. What has to be kept back, so that an answer is out before it
// is a fault, the caller has kept back.
struct Limits {
    std::optional<Seconds> move_seconds = {};  // for this move
    std::optional<Seconds> game_seconds = {};  // left for this and all later moves of this side
    int moves_left = 30;                       // moves that game_seconds must last for
    std::optional<std::uint64_t> nodes = {};   // of all threads together
    std::optional<int> depth = {};
};

// How long to think under these limits.
struct TimePlan {
    std::optional<Seconds> latest;  // stop at once
    std::optional<Seconds> enough;  // start no deeper iteration after this

    static TimePlan of(const Limits& limits) {
        TimePlan plan;
        plan.latest = limits.move_seconds;
        if (limits.game_seconds) {
            // An even share of the time left; a hard move may take three shares, but never so much that
            // the rest of the game would have to be played instantly.
            const Seconds left = *limits.game_seconds;
            const Seconds share = left / std::max(limits.moves_left, 1);
            const Seconds most = std::min(3 * share, left / 2 + share / 2);
            plan.latest = std::min(plan.latest.value_or(most), most);
            plan.enough = std::min(share, *plan.latest);
        }
        return plan;
    }
};

// Shared by the threads of one search: the clock, the node count and the stop flag.
class Budget {
public:
    // Starts the clock. `stop` may be set by any thread at any time.
    Budget(const Limits& limits, std::atomic<bool>& stop)
        : plan_(TimePlan::of(limits)), node_limit_(limits.nodes.value_or(UINT64_MAX)), stop_(stop) {}

    Seconds elapsed() const { return std::chrono::duration<Seconds>(Clock::now() - began_).count(); }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    // May another, deeper iteration begin?
    bool may_go_deeper() const { return !stopped() && !(plan_.enough && elapsed() >= *plan_.enough); }

    // Adds `visited` nodes and returns how many more may follow before the next call: 0 once the
    // search must end.
    std::uint64_t account(std::uint64_t visited) {
        const std::uint64_t all = nodes_.fetch_add(visited, std::memory_order_relaxed) + visited;
        if (all >= node_limit_ || (plan_.latest && elapsed() >= *plan_.latest)) stop();
        return stopped() ? 0 : std::min(kInterval, node_limit_ - all);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t kInterval = 1024;  // within a millisecond

    const Clock::time_point began_ = Clock::now();
    const TimePlan plan_;
    const std::uint64_t node_limit_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool>& stop_;
};

// One thread's part of the budget: a counter that checks the clock only now and then.
class Meter {
public:
    explicit Meter(Budget& budget) : budget_(budget), allowed_(budget.account(0)), left_(allowed_) {}

    // Counts a node; false once the search must end. From then on scores are invalid.
    bool spend() {
        if (left_ > 0) {
            --left_;
            return true;
        }
        return refill();
    }

    // Counts several nodes at once, for a search that checks only now and then. The budget may be
    // overdrawn by that many.
    bool spend(std::uint64_t nodes) {
        if (nodes <= left_) {
            left_ -= nodes;
            return true;
        }
        if (spent_) return false;
        budget_.account(nodes);
        settle();
        spent_ = left_ == 0;
        return !spent_;
    }

    // Reports the nodes counted since the last call to the budget.
    void settle() {
        const std::uint64_t used = allowed_ - left_;
        allowed_ = left_ = budget_.account(used);
    }

    // Has spend() returned false?
    bool spent() const { return spent_; }

    // Stops all threads.
    void stop() { budget_.stop(); }

private:
    bool refill() {
        if (spent_) return false;
        settle();
        if (left_ == 0) {
            spent_ = true;
            return false;
        }
        --left_;
        return true;
    }

    Budget& budget_;
    std::uint64_t allowed_;
    std::uint64_t left_;
    bool spent_ = false;
};

}  // namespace garlic
