// How garlics walk when nobody searches for them: a few habits, quick enough for millions of
// rounds a second. A planner's own rollouts follow a plan; opponents are guessed to have a habit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "games/stars/lab.h"
#include "games/stars/planning/tour.h"
#include "games/stars/rules.h"
#include "games/stars/tables/maze_tables.h"

namespace garlic::stars {

enum class Style : std::uint8_t {
    kCollect,  // the nearest star; eats destroyers when strong
    kHunt,     // super stars first, then destroyers and the other garlic, whose points it robs
    kCamp,     // super stars first, then destroyers where they are born
    kAvoid,    // as far away from everybody as it gets
    kStand,
    kCamper,  // as the course's players of these names do: only where no enemy can cut them off
    kMedium,
    kCollector,
};
inline constexpr std::array<const char*, 8> kStyleNames{"collect", "hunt",   "camp",   "avoid",
                                                        "stand",   "camper", "medium", "collector"};
inline constexpr std::size_t kStyles = kStyleNames.size();

inline constexpr int kWorthRobbing = 400;  // points of an opponent

struct Plan {
    Style style = Style::kCollect;
    Cell goal = kNowhere;  // first to be reached, if it is still worth it
    bool wait = false;     // beside the goal, until a destroyer is near enough to be eaten
    bool suicide = false;
    const Tour* tour = nullptr;  // the order in which to collect

    bool operator==(const Plan&) const = default;
};

inline bool goes_for_a_star(const State& state, const Plan& plan) {
    return plan.goal != kNowhere && state.has_star(plan.goal);
}

// A plan, and steps that are taken before it is followed; kNowhere: as the plan goes.
struct Line {
    Plan plan;
    std::array<Cell, 3> steps{kNowhere, kNowhere, kNowhere};

    bool gives(std::size_t round) const { return round < steps.size() && steps[round] != kNowhere; }
};

// A garlic on its way: what it wants to reach.
struct Walker {
    Plan plan;
    Cell target = kNowhere;
    std::uint16_t stop = 0;  // of the tour
};

class Policy {
public:
    // Both must stay as long as this does.
    Policy(const Maze& maze, const MazeTables& tables);

    // The next cell; kNowhere is suicide. `noise` is a random word: what looks equally good is chosen by it.
    Cell step(const State& state, std::size_t seat, Walker& walker, std::uint64_t noise) const;

private:
    Cell find_target(const State& state, std::size_t seat, Walker& walker, std::uint64_t noise) const;
    Cell nearest_star(const State& state, Cell here, bool super_first) const;
    Cell prey(const State& state, std::size_t seat, Style style) const;
    bool robs(const State& state, std::size_t seat) const;
    Cell ambush(const State& state, std::size_t seat, std::uint64_t noise) const;

    const Maze& maze_;
    const MazeTables& tables_;
    std::array<std::unique_ptr<Baseline>, kStyles - static_cast<std::size_t>(Style::kCamper)> players_;
};

}  // namespace garlic::stars
