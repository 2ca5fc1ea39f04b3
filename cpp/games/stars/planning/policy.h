// Rollout policies: a few simple styles, fast enough for millions of rounds a second. The player's own rollouts
// follow a plan; opponents are modelled by a style.
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
    kHunt,     // super stars first, then destroyers and the other garlic, to rob it
    kCamp,     // super stars first, then destroyers at their birth cells
    kAvoid,    // as far away from everybody as possible
    kStand,
    kCamper,  // like the course's players of these names: only where no enemy can cut them off
    kMedium,
    kCollector,
};
inline constexpr std::array<const char*, 8> kStyleNames{"collect", "hunt",   "camp",   "avoid",
                                                        "stand",   "camper", "medium", "collector"};
inline constexpr std::size_t kStyles = kStyleNames.size();

inline constexpr int kRobbingPoints = 400;  // points of an opponent

struct Plan {
    Style style = Style::kCollect;
    Cell goal = kNowhere;  // to reach first, if its star is still there
    bool wait = false;     // beside the goal, until a destroyer is near enough to be eaten
    bool suicide = false;
    const Tour* tour = nullptr;  // the order in which to collect

    bool operator==(const Plan&) const = default;
};

inline bool goes_for_a_star(const State& state, const Plan& plan) {
    return plan.goal != kNowhere && state.has_star(plan.goal);
}

// A plan with given first steps; kNowhere: as the plan says.
struct Line {
    Plan plan;
    std::array<Cell, 3> steps{kNowhere, kNowhere, kNowhere};

    bool gives(std::size_t round) const { return round < steps.size() && steps[round] != kNowhere; }
};

// A garlic that follows a plan, with its current target.
struct Walker {
    Plan plan;
    Cell target = kNowhere;
    std::uint16_t stop = 0;  // index in the tour
};

class Policy {
public:
    // Both must outlive this.
    Policy(const Maze& maze, const MazeTables& tables);

    // The next cell; kNowhere is suicide. `noise` is a random word that breaks ties.
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
