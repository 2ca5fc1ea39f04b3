#include "paths/trek.h"

#include <algorithm>
#include <cstdlib>

#include "paths/land.h"
#include "paths/supplies.h"

namespace garlic::paths {
namespace {

constexpr std::int64_t kPulseEvery = 1 << 18;

struct Zero {
    std::int32_t operator()(std::int32_t, std::int32_t) const { return 0; }
};

struct Manhattan {
    const Land& land;
    std::int32_t goal;
    std::int32_t operator()(std::int32_t cell, std::int32_t) const {
        return std::abs(cell / land.columns - goal / land.columns) +
               std::abs(cell % land.columns - goal % land.columns);
    }
};

struct Supplies {
    const SupplyDistances& distances;
    std::int32_t operator()(std::int32_t cell, std::int32_t rations) const { return distances.days(cell, rations); }
};

// States by estimated total, lowest first; among equals the newest first, which is usually nearest to the goal.
class Buckets {
public:
    void push(std::int32_t total, std::int32_t state) {
        const auto bucket = static_cast<std::size_t>(total);
        if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
        buckets_[bucket].push_back(state);
        lowest_ = std::min(lowest_, bucket);
    }

    // The next state, -1 for none.
    std::int32_t pop() {
        while (lowest_ < buckets_.size() && buckets_[lowest_].empty()) {
            std::vector<std::int32_t>().swap(buckets_[lowest_]);
            ++lowest_;
        }
        if (lowest_ >= buckets_.size()) return -1;
        const std::int32_t state = buckets_[lowest_].back();
        buckets_[lowest_].pop_back();
        return state;
    }

private:
    std::vector<std::vector<std::int32_t>> buckets_;
    std::size_t lowest_ = 0;
};

struct State {
    std::int32_t cell;
    std::int32_t rations;
    std::int32_t days;
    std::int32_t before;  // the state this one came from, -1 for the start
};

// Dominance: a state is dropped if its cell was expanded before with at least as many rations. States leave the
// queue by estimated total. With Zero and Manhattan, which ignore rations, that is also the order of days
// within a cell, so the earlier state is neither later nor has fewer rations. The distance over supplies is
// exact, so the earlier state's best journey is not longer. In both cases the dropped state leads to nothing
// better.
template <class Estimate>
class Search {
public:
    Search(const Land& land, Closed closed, Estimate estimate, const Pulse& pulse)
        : land_(land),
          closed_(closed),
          estimate_(estimate),
          pulse_(pulse),
          start_(find(land, Ground::kStart)),
          goal_(find(land, Ground::kGoal)),
          best_(land.cells.size()) {}

    Journey run() {
        enter(start_, land_.rations, 0, -1);
        for (std::int32_t index; (index = queue_.pop()) >= 0;) {
            const State state = states_[static_cast<std::size_t>(index)];
            if (!expand(state)) continue;
            if (state.cell == goal_) {
                finish(index);
                break;
            }
            each_neighbour(land_, state.cell, [&](std::int32_t next) {
                const bool refills = ground(land_, next) == Ground::kSupply;
                const std::int32_t left = refills ? land_.rations : state.rations - 1;
                if (left > 0 || next == goal_) enter(next, left, state.days + 1, index);
            });
        }
        journey_.generated = static_cast<std::int64_t>(states_.size());
        return std::move(journey_);
    }

private:
    struct Best {
        std::int32_t expanded = -1;   // the most rations with which the cell was expanded
        std::int32_t generated = -1;  // and generated,
        std::int32_t days = 0;        // on this day
    };

    void enter(std::int32_t cell, std::int32_t rations, std::int32_t days, std::int32_t before) {
        Best& best = best_[static_cast<std::size_t>(cell)];
        if (seen(best, rations) || (best.generated >= rations && best.days <= days)) return;
        const std::int32_t to_go = estimate_(cell, rations);
        if (to_go >= kNever) return;
        if (rations >= best.generated) {
            best.generated = rations;
            best.days = days;
        }
        states_.push_back({cell, rations, days, before});
        queue_.push(days + to_go, static_cast<std::int32_t>(states_.size()) - 1);
    }

    bool seen(const Best& best, std::int32_t rations) const {
        return closed_ == Closed::kCellOnly ? best.expanded >= 0 : best.expanded >= rations;
    }

    bool expand(const State& state) {
        Best& best = best_[static_cast<std::size_t>(state.cell)];
        if (seen(best, state.rations)) return false;
        best.expanded = state.rations;
        journey_.expanded_cells.push_back(state.cell);
        journey_.expanded_rations.push_back(state.rations);
        const auto count = static_cast<std::int64_t>(journey_.expanded_cells.size());
        if (count % kPulseEvery == 0) pulse_(count);
        return true;
    }

    void finish(std::int32_t index) {
        journey_.arrived = true;
        for (; index >= 0; index = states_[static_cast<std::size_t>(index)].before)
            journey_.route.push_back(states_[static_cast<std::size_t>(index)].cell);
        std::reverse(journey_.route.begin(), journey_.route.end());
    }

    const Land& land_;
    const Closed closed_;
    const Estimate estimate_;
    const Pulse& pulse_;
    const std::int32_t start_;
    const std::int32_t goal_;
    std::vector<Best> best_;
    std::vector<State> states_;
    Buckets queue_;
    Journey journey_;
};

}  // namespace

Journey trek(const Land& land, Heuristic heuristic, Closed closed, const Pulse& pulse) {
    switch (heuristic) {
        case Heuristic::kZero: return Search(land, closed, Zero{}, pulse).run();
        case Heuristic::kManhattan:
            return Search(land, closed, Manhattan{land, find(land, Ground::kGoal)}, pulse).run();
        case Heuristic::kSupplies: break;
    }
    const SupplyDistances distances(land, pulse);
    Journey journey = Search(land, closed, Supplies{distances}, pulse).run();
    journey.prepared = distances.labels();
    return journey;
}

}  // namespace garlic::paths
