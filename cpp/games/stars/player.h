// Our Stars player: it chooses by rollouts, many thousand per move.
//
// A candidate is a first step and a plan to follow afterwards (collect, in a good order or only where nobody can
// cut it off; hunt; camp at the destroyers' birth cells; go for a super star; wait beside it; keep away; leave the
// map). Candidates compete by sequential halving, in rollouts with common random numbers against the opponent
// model (opponent_model.h). A rollout's score is the gain in score difference and, near the end, the winning
// chance. A strong garlic that is alone near the birth cells needs no rollouts: the points of its steps are known
// exactly.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/stars/evaluation.h"
#include "games/stars/planning/opponent_model.h"
#include "games/stars/planning/policy.h"
#include "games/stars/planning/tour.h"
#include "games/stars/rules.h"
#include "games/stars/tables/maze_tables.h"
#include "garlic/chance.h"

namespace garlic::stars {

struct PlanLimit {
    std::optional<double> seconds;          // wall time until the answer
    std::optional<std::uint64_t> rollouts;  // makes an answer repeatable
};

struct PlannedMove {
    Cell cell;      // kNowhere is suicide
    double points;  // expected gain in score difference
    std::uint64_t visits;
};

struct Plans {
    std::vector<PlannedMove> moves;  // best first
    std::uint64_t rollouts = 0;
    std::uint64_t rounds = 0;
    double seconds = 0;
};

class Player {
public:
    // The score of a rollout: points and, more and more towards the end, the winning chance; or points alone.
    enum class Aim { kWin, kPoints };

    Player(std::size_t seat, std::uint64_t seed, Aim aim = Aim::kWin) : seat_(seat), chance_(seed), aim_(aim) {}

    // Computes the tables of the maze, before the first round.
    void prepare(const Position& position);

    // The moves of the garlic of the seat, which must be in the game, with their expected points.
    Plans think(const Position& position, const PlanLimit& limit);

    // The current beliefs about the opponent.
    const OpponentModel::Beliefs& beliefs() const { return opponent_.beliefs(); }

private:
    struct Candidate {
        Line line;         // the first step is given, unless it is suicide
        double trust = 0;  // bonus in standard errors, so that the plan does not change each round between equals
        std::uint32_t visits = 0;
        double sum = 0;
        double squares = 0;
        double points = 0;

        double score() const;
    };
    struct Budget;

    void observe(const State& now);
    std::vector<Plan> list_plans(std::size_t seat) const;
    Line with_own_step(const Plan& plan, std::size_t seat) const;
    void list_candidates();
    std::vector<Line> list_answers() const;
    void add_steps(std::size_t plans, bool go_on);
    bool may_rob_soon(std::size_t seat) const;
    void add_pursuits(std::vector<Candidate>& candidates) const;
    bool chases_alone() const;
    void list_chase();
    void choose(Budget& budget);
    std::size_t halve(Budget& budget, std::size_t alive, std::size_t wanted, double from, double to);
    void try_once(Budget& budget, std::size_t alive);
    void rollout(Candidate& candidate, const Line& answer, Stream luck, const Budget& budget);
    bool camps(const State& state, const Plan& plan) const;
    double remaining_points(const State& end) const;
    double chase_points(const State& end, const Garlic& garlic) const;
    int strong_rounds(const State& state, const Garlic& garlic) const;
    double value(const State& end, double gained) const;
    void list_moves(Plans& plans) const;

    std::size_t seat_;
    Stream chance_;
    Aim aim_;
    std::optional<Position> position_;
    std::optional<MazeTables> tables_;
    std::optional<Policy> policy_;
    std::optional<SoloEvaluation> solo_;
    std::optional<State> before_;  // what the opponent saw before its last move
    OpponentModel opponent_;
    Tour tour_;
    Plan last_;  // the plan of the last move
    std::vector<Candidate> candidates_;
    std::uint64_t luck_ = 0;
    std::size_t horizon_ = 0;
    std::uint64_t rounds_ = 0;
};

}  // namespace garlic::stars
