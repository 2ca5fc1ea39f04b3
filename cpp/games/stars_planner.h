// The player of Stars. It plans by playing the game forward many thousand times.
//
// A tree holds the garlic's own next moves; beneath it, and for the opponent, policies walk:
// collect, hunt, keep away, stand. Which of them the opponent follows is learned from what it was
// seen to do. Destroyers move as the rules say. What a line is worth is the score difference it
// brings, near the end whether it wins.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/stars.h"
#include "games/stars_ground.h"
#include "games/stars_policy.h"
#include "garlic/chance.h"

namespace garlic::stars {

struct PlanLimit {
    std::optional<double> seconds;           // wall time until the answer
    std::optional<std::uint64_t> rollouts;   // makes an answer repeatable
};

struct PlannedMove {
    Cell cell;           // kNowhere is suicide
    double points;       // by how much the score difference is expected to grow
    std::uint64_t visits;
};

struct Plans {
    std::vector<PlannedMove> moves;  // the best first
    std::uint64_t rollouts = 0;
    std::uint64_t rounds = 0;
    double seconds = 0;
};

class Planner {
public:
    // What a line is worth: points and, the nearer the end the more, whether they win; or points alone.
    enum class Aim { kWin, kPoints };

    Planner(std::size_t seat, std::uint64_t seed, Aim aim = Aim::kWin) : seat_(seat), chance_(seed), aim_(aim) {}

    // Learns the maze: what a garlic does before the first round.
    void prepare(const Stars& position);

    // What the garlic of the seat, which must be in the game, may do, and what that is worth.
    Plans think(const Stars& position, const PlanLimit& limit);

    // How likely the opponent is taken to follow each policy.
    const std::array<double, kHabits>& beliefs() const { return beliefs_; }

private:
    struct Node {
        std::array<std::uint32_t, 5> children{};  // by choice, 0 where not yet there
        std::uint32_t visits = 0;
        double sum = 0;
    };
    struct Arm {
        Plan plan;
        std::uint32_t visits = 0;
        double sum = 0;
    };

    void watch(const State& now);
    void list_plans();
    Arm& next_arm(std::uint64_t rollouts);
    std::size_t select(const Node& node, std::size_t choices, std::size_t hinted) const;
    bool descend(std::size_t choice);
    double rollout(Arm& arm);
    double outlook(const State& end) const;
    double value(const State& end, double gained) const;
    std::size_t believed();
    void list_moves(Plans& plans) const;

    std::size_t seat_;
    Stream chance_;
    Aim aim_;
    std::optional<Stars> position_;
    std::optional<Ground> ground_;
    std::optional<State> before_;  // what the opponent saw when it made its last move
    std::array<double, kHabits> beliefs_{};
    std::vector<Arm> arms_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> path_;
    std::array<double, 5> points_{};  // by first choice, the sum of what was gained
    int horizon_ = 0;
    std::uint64_t rounds_ = 0;
};

}  // namespace garlic::stars
