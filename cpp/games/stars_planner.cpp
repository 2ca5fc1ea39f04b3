#include "games/stars_planner.h"

#include <algorithm>
#include <cmath>

namespace garlic::stars {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kHorizon = 24;            // rounds that are played forward: a super star and the hunt after it
constexpr double kFade = 0.97;          // what comes a round later is worth so much less
constexpr double kLaterCamp = 0.85;    // the same for a chase, in the mean over its rounds
constexpr double kTrustedGuess = 0.7;   // how often the opponent does what its habit says
constexpr double kForgetting = 0.97;
constexpr std::size_t kMostGoals = 4;   // super stars that are planned for
constexpr std::size_t kBestPlans = 4;   // plans whose first steps are all tried
constexpr double kPlansShare = 0.3;     // of the time, for choosing them

// So few steps away, and strong for so few rounds, the opponent may soon be robbed.
constexpr int kRobNear = 4, kRobSoon = 3;

// The trust in a plan's own first step, and in the plan of the last round.
constexpr double kOwnStep = 0.25, kSamePlan = 0.5;

constexpr double kPointsUnit = 800;  // so many points are worth as much as a certain win

// How likely an opponent of whom nothing was seen has each habit.
constexpr std::array<double, kHabits> kPrior{0.2, 0.1, 0.15, 0.1, 0.05, 0.15, 0.15, 0.1};

// Points that a garlic left alone may still collect.
constexpr double kStarWorth = 6, kRoundWorth = 3, kSuperWorth = 400;

// How much the score difference may still change: at all, by rounds, by each super star left.
constexpr double kLeastSpread = 60, kRoundSpread = 40, kSuperSpread = 500;

std::array<Cell, 3> first(Cell step) { return {step, kNowhere, kNowhere}; }

double difference(const State& state, std::size_t seat) {
    return state.garlic(seat).score - state.garlic(1 - seat).score;
}

}  // namespace

// What may be spent on a move, and how much of it is gone.
struct Planner::Budget {
    PlanLimit limit;
    Clock::time_point began;
    std::uint64_t rollouts = 0;

    double seconds() const { return std::chrono::duration<double>(Clock::now() - began).count(); }

    // Is that share of it spent?
    bool spent(double share) const {
        const auto most = static_cast<double>(limit.rollouts.value_or(0));
        return (limit.rollouts && static_cast<double>(rollouts) >= share * most) ||
               (limit.seconds && seconds() >= share * *limit.seconds);
    }
};

double Planner::Candidate::worth() const {
    if (visits == 0) return -1e9;
    const double mean = sum / visits;
    return mean + trust * std::sqrt(std::max(squares / visits - mean * mean, 0.0) / visits);
}

void Planner::prepare(const Stars& position) {
    if (position_ && &position_->maze() == &position.maze()) {
        position_ = position;
        return;
    }
    position_ = position;
    const Maze& maze = position.maze();
    ground_.emplace(maze, position.state());
    policy_.emplace(maze, *ground_);
    if (maze.keeps_all_steps())
        for (int cell = 0; cell < maze.cells(); ++cell)
            if (maze.open(static_cast<Cell>(cell))) maze.steps_to(static_cast<Cell>(cell), 0);
    beliefs_ = kPrior;
    before_.reset();
    tour_.clear();
}

Plans Planner::think(const Stars& position, const PlanLimit& limit) {
    Budget budget{limit, Clock::now()};
    prepare(position);
    const State& root = position_->state();
    watch(root);
    list_candidates(list_plans());
    rounds_ = 0;
    horizon_ = static_cast<std::size_t>(std::min(kHorizon, position_->maze().cells() - root.round()));
    choose(budget);
    before_ = root;
    last_ = candidates_.front().plan;

    Plans plans;
    plans.rollouts = budget.rollouts;
    plans.rounds = rounds_;
    plans.seconds = budget.seconds();
    list_moves(plans);
    return plans;
}

// What the opponent did last tells which habit it has.
void Planner::watch(const State& now) {
    if (!before_ || now.round() != before_->round() + 1) return;
    const std::size_t other = 1 - seat_;
    if (before_->garlic(other).gone() || now.garlic(other).gone()) return;
    double total = 0;
    for (std::size_t index = 0; index < kHabits; ++index) {
        Walker walker{{.habit = static_cast<Habit>(index)}};
        const bool right = policy_->step(*before_, other, walker, 0) == now.garlic(other).cell;
        beliefs_[index] = std::pow(beliefs_[index], kForgetting) * (right ? kTrustedGuess : (1 - kTrustedGuess) / 3);
        total += beliefs_[index];
    }
    for (double& belief : beliefs_) belief = 0.95 * belief / total + 0.05 / kHabits;
}

std::vector<Plan> Planner::list_plans() {
    const State& state = position_->state();
    const Maze& maze = position_->maze();
    const Cell here = state.garlic(seat_).cell;
    tour_.plan(maze, *ground_, state, seat_);
    std::vector<Plan> plans{{.tour = &tour_}};
    for (const Habit habit : {Habit::kCollect, Habit::kHunt, Habit::kAvoid, Habit::kMedium}) plans.push_back({habit});
    std::vector<Cell> goals;
    for (const Cell cell : position_->maze().supers())
        if (state.has_star(cell) && maze.steps_to(cell, 0)[here] != Maze::kFar) goals.push_back(cell);
    std::sort(goals.begin(), goals.end(),
              [&](Cell one, Cell two) { return maze.steps_to(one, 0)[here] < maze.steps_to(two, 0)[here]; });
    goals.resize(std::min(goals.size(), kMostGoals));
    // Who is not strong camps by way of the nearest super star, which is the first goal below.
    if (state.garlic(seat_).strong() || goals.empty()) plans.push_back({Habit::kCamp});
    for (const Cell goal : goals) {
        for (const bool wait : {false, true}) plans.push_back({Habit::kCamp, goal, wait});
        plans.push_back({Habit::kHunt, goal});
    }
    return plans;
}

// Every plan with its own first step.
void Planner::list_candidates(const std::vector<Plan>& plans) {
    candidates_.clear();
    for (const Plan& plan : plans) {
        Walker walker{plan};
        const Cell own = policy_->step(position_->state(), seat_, walker, 0);
        candidates_.push_back({plan, first(own), plan == last_ ? kSamePlan : kOwnStep});
    }
    candidates_.push_back({{.suicide = true}, first(kNowhere)});
}

// The plans that are left, with all other first steps.
void Planner::add_steps(std::size_t plans) {
    const auto steps = position_->state().choices(position_->maze(), seat_);
    std::vector<Candidate> others;
    for (std::size_t index = 0; index < plans; ++index)
        for (const Cell step : steps)
            if (const Candidate& own = candidates_[index]; step != own.steps[0] && !own.plan.suicide)
                others.push_back({own.plan, first(step)});
    if (may_rob_soon()) add_pursuits(others);
    candidates_.insert(candidates_.begin() + static_cast<std::ptrdiff_t>(plans), others.begin(), others.end());
}

// Is somebody rich about to lose its strength beside this garlic, which stays strong a little longer?
bool Planner::may_rob_soon() const {
    const State& state = position_->state();
    const Garlic& me = state.garlic(seat_);
    const Garlic& other = state.garlic(1 - seat_);
    return me.strong() && !other.gone() && other.status <= kRobSoon && me.status > other.status &&
           other.score > kWorthRobbing && position_->maze().steps_to(other.cell, 0)[me.cell] <= kRobNear;
}

// Every way to go on for three steps: who runs after somebody always comes a step too late, so it has to
// be foreseen where that one will be.
void Planner::add_pursuits(std::vector<Candidate>& candidates) const {
    const Maze& maze = position_->maze();
    const auto each_step = [&](Cell from, auto visit) {
        visit(from);
        for (const Cell there : maze.around(from)) visit(there);
    };
    each_step(position_->state().garlic(seat_).cell, [&](Cell one) {
        each_step(one, [&](Cell two) {
            each_step(two, [&](Cell three) { candidates.push_back({{Habit::kHunt}, {one, two, three}}); });
        });
    });
}

// First the plans are weighed, then, for the best of them, every first step.
void Planner::choose(Budget& budget) {
    luck_ = chance_.word();
    const std::size_t wanted = std::min(kBestPlans, candidates_.size());
    const std::size_t plans = halve(budget, candidates_.size(), wanted, 0, kPlansShare);
    const std::size_t before = candidates_.size();
    if (!budget.spent(2 * kPlansShare)) add_steps(plans);  // else so few rollouts are left that steps are guessed
    halve(budget, plans + candidates_.size() - before, 1, kPlansShare, 1);
}

// Sequential halving of the first `alive` candidates until `wanted` are left: the better half goes
// on, with the same part of the budget between the shares `from` and `to` each time. The best come
// first; returns how many are left.
std::size_t Planner::halve(Budget& budget, std::size_t alive, std::size_t wanted, double from, double to) {
    const auto fewer = [&](std::size_t count) { return std::max((count + 1) / 2, wanted); };
    int stages = 1;
    for (std::size_t left = fewer(alive); left > wanted; left = fewer(left)) ++stages;
    for (int stage = 1; stage <= stages; ++stage) {
        const double share = from + (to - from) * stage / stages;
        do try_once(budget, alive);
        while (!budget.spent(share));
        const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(alive);
        std::stable_sort(candidates_.begin(), end,
                         [](const Candidate& one, const Candidate& two) { return one.worth() > two.worth(); });
        alive = fewer(alive);
    }
    return alive;
}

// Plays each candidate forward once, all with the same luck, as far as the budget goes.
void Planner::try_once(Budget& budget, std::size_t alive) {
    luck_ += 0xD1342543DE82EF95;
    for (std::size_t index = 0; index < alive && (budget.rollouts == 0 || !budget.spent(1)); ++index) {
        rollout(candidates_[index], Stream(luck_), budget);
        ++budget.rollouts;
    }
}

void Planner::rollout(Candidate& candidate, Stream luck, const Budget& budget) {
    const Maze& maze = position_->maze();
    State state = position_->state();
    const std::size_t other = 1 - seat_;
    Walker mine{candidate.plan};
    Walker theirs{{.habit = believed(luck)}};
    const bool searches = !maze.keeps_all_steps();  // then a round may take a millisecond
    double gained = 0, fade = 1;
    double lead = difference(state, seat_);
    for (std::size_t round = 0; round < horizon_; ++round) {
        if (searches && budget.rollouts > 0 && budget.spent(1)) return;  // the line does not count
        // Drawn whether needed or not, so that the same luck means the same chances in each round.
        const std::uint64_t own_noise = luck.word(), other_noise = luck.word();
        Stream destroyers(luck.word());
        Moves moves{kNowhere, kNowhere};
        if (!state.garlic(other).gone()) moves[other] = policy_->step(state, other, theirs, other_noise);
        if (!state.garlic(seat_).gone())
            moves[seat_] = candidate.begins_with(round) ? candidate.steps[round]
                                                        : policy_->step(state, seat_, mine, own_noise);
        state.play(maze, moves, destroyers);
        ++rounds_;
        const double now = difference(state, seat_);
        gained += fade * (now - lead);
        lead = now;
        fade *= kFade;
        if (state.end(maze) != End::kNone || camps(state, candidate.plan)) break;
    }
    gained += fade * outlook(state);
    ++candidate.visits;
    candidate.points += gained;
    const double worth = value(state, gained);
    candidate.sum += worth;
    candidate.squares += worth * worth;
}

Habit Planner::believed(Stream& luck) const {
    double drawn = static_cast<double>(luck.word() >> 11) * 0x1p-53;
    std::size_t index = 0;
    while (index + 1 < kHabits && (drawn -= beliefs_[index]) >= 0) ++index;
    return static_cast<Habit>(index);
}

// Does the plan go on with nothing but a chase of which the outcome is known? Then the line ends: luck
// that can be left out only hides which plan is better. Two who chase at once have to be played out.
bool Planner::camps(const State& state, const Plan& plan) const {
    const Garlic& me = state.garlic(seat_);
    return me.strong() && !state.garlic(1 - seat_).strong() && plan.habit == Habit::kCamp &&
           !goes_for_a_star(state, plan) &&
           ground_->camp().holds(me.cell, state.destroyer(0), state.destroyer(1));
}

// What is still to be had after the last round that was played forward.
double Planner::outlook(const State& end) const {
    if (end.end(position_->maze()) != End::kNone) return 0;
    double sum = 0;
    for (const auto& [seat, sign] : {std::pair{seat_, 1.0}, std::pair{1 - seat_, -1.0}}) {
        const Garlic& garlic = end.garlic(seat);
        if (garlic.strong()) sum += sign * camp_points(end, garlic);
        if (!garlic.gone() && end.garlic(1 - seat).gone()) sum += sign * alone(end, garlic);
    }
    return sum;
}

// Stars and super stars for a garlic whose opponent is gone.
double Planner::alone(const State& end, const Garlic& left) const {
    double sum = std::min(kStarWorth * end.stars_left(), kRoundWorth * (position_->maze().cells() - end.round()));
    for (const Cell cell : position_->maze().supers())
        if (end.has_star(cell) && (ground_->reaches(0, left.cell) || ground_->reaches(1, left.cell)))
            sum += kSuperWorth;
    return sum;
}

// The destroyers that a strong garlic may still eat, here or where they are born.
double Planner::camp_points(const State& end, const Garlic& garlic) const {
    const Camp& camp = ground_->camp();
    if (camp.holds(garlic.cell, end.destroyer(0), end.destroyer(1)))
        return kLaterCamp * camp.points(garlic.status, garlic.cell, end.destroyer(0), end.destroyer(1));
    const Maze& maze = position_->maze();
    int fewest = garlic.status;
    for (std::size_t number = 0; number < 2; ++number)
        fewest = std::min<int>(fewest, maze.steps_to(maze.birth(number), 0)[garlic.cell]);
    return kLaterCamp * camp.points(garlic.status - fewest);
}

double Planner::value(const State& end, double gained) const {
    const double points = gained / kPointsUnit;
    if (aim_ == Aim::kPoints) return points;
    if (end.end(position_->maze()) != End::kNone) {
        const double lead = difference(end, seat_);
        return points + (lead > 0) - (lead < 0);
    }
    double spread = kLeastSpread + kRoundSpread * std::sqrt(position_->maze().cells() - end.round());
    for (const Cell cell : position_->maze().supers()) spread += end.has_star(cell) ? kSuperSpread : 0;
    return points + std::tanh((difference(position_->state(), seat_) + gained) / spread);
}

// Each first step that was tried, once, with the plan that makes most of it; leaving the map only if it is best.
void Planner::list_moves(Plans& plans) const {
    for (const Candidate& candidate : candidates_) {
        const auto known = [&](const PlannedMove& move) { return move.cell == candidate.steps[0]; };
        if (std::any_of(plans.moves.begin(), plans.moves.end(), known)) continue;
        if (candidate.visits == 0 || (candidate.steps[0] == kNowhere && !plans.moves.empty())) continue;
        plans.moves.push_back({candidate.steps[0], candidate.points / candidate.visits, candidate.visits});
    }
}

}  // namespace garlic::stars
