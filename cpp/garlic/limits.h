// When a search ends: by time, nodes, depth, or when it is told to.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace garlic {

using Seconds = double;

// What a caller asks for. What is not set does not limit.
struct Limits {
    std::optional<Seconds> move_seconds = {};  // for this move; answering later is a fault
    std::optional<Seconds> game_seconds = {};  // left for this and all later moves of this side
    int moves_left = 30;                       // how many moves game_seconds must last
    std::optional<std::uint64_t> nodes = {};   // of all threads together
    std::optional<int> depth = {};
};

// How long to think under these limits. The answer must be out before the limit even if the
// machine is busy: a tenth is kept back, and never less than a few milliseconds.
struct TimePlan {
    std::optional<Seconds> latest;  // stop in the middle of anything
    std::optional<Seconds> enough;  // begin no deeper search after this

    static TimePlan of(const Limits& limits) {
        TimePlan plan;
        if (limits.move_seconds) plan.latest = safe(*limits.move_seconds);
        if (limits.game_seconds) {
            // An even share of what is left; a move that needs it may take three shares, but never
            // so much that the rest of the game would have to be played at once.
            const Seconds left = safe(*limits.game_seconds);
            const Seconds share = left / std::max(limits.moves_left, 1);
            const Seconds most = std::min(3 * share, left / 2 + share / 2);
            plan.latest = std::min(plan.latest.value_or(most), most);
            plan.enough = std::min(share, *plan.latest);
        }
        return plan;
    }

private:
    static constexpr Seconds kMargin = 0.004;
    static Seconds safe(Seconds limit) { return std::max(std::min(0.9 * limit, limit - kMargin), 0.25 * limit); }
};

// Shared by the threads of one search: the clock, the nodes, and the word to stop.
class Budget {
public:
    // Starts the clock. `stop` may be set by anyone at any time.
    Budget(const Limits& limits, std::atomic<bool>& stop)
        : plan_(TimePlan::of(limits)), node_limit_(limits.nodes.value_or(UINT64_MAX)), stop_(stop) {}

    Seconds elapsed() const { return std::chrono::duration<Seconds>(Clock::now() - began_).count(); }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    // May another, deeper iteration begin?
    bool may_go_deeper() const { return !stopped() && !(plan_.enough && elapsed() >= *plan_.enough); }

    // Takes note of `visited` nodes and answers how many more may follow before the next call:
    // none once the search must end.
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

// One thread's part of the budget: a counter that looks at the clock only now and then.
class Meter {
public:
    explicit Meter(Budget& budget) : budget_(budget), allowed_(budget.account(0)), left_(allowed_) {}

    // Counts a node; false once the search must end. From then on every score is worthless.
    bool spend() {
        if (left_ > 0) {
            --left_;
            return true;
        }
        return refill();
    }

    // Counts several nodes at once, for a search that asks only now and then. The budget may be
    // overdrawn by as many.
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

    // Hands in what was counted since the budget was last asked.
    void settle() {
        const std::uint64_t used = allowed_ - left_;
        allowed_ = left_ = budget_.account(used);
    }

    // Has spend() said false?
    bool spent() const { return spent_; }

    // Ends all threads' work.
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
