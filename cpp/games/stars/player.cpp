#include "games/stars/player.h"

#include <algorithm>
#include <cmath>

namespace garlic::stars {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kHorizon = 24;                 // rounds that are played forward: a super star and the hunt after it
constexpr double kFade = 0.97;               // what comes a round later is worth so much less
constexpr double kLaterChase = 0.85;         // the same for a chase, in the mean over its rounds
constexpr std::size_t kMostGoals = 4;        // super stars that are planned for
constexpr std::size_t kBestPlans = 4;        // plans whose first steps are all tried
constexpr double kPlansShare = 0.3;          // of the time, for choosing them
constexpr std::uint64_t kManyLines = 1'500;  // so many were tried by then: there is time for second steps, too

constexpr std::uint32_t kKnown = 1'000'000;  // what is known counts as so many lines that agree

// So few steps away, and strong for so few rounds, the opponent may soon be robbed.
constexpr int kRobNear = 4, kRobSoon = 3;

// The trust in a plan's own first step, and in the plan of the last round.
constexpr double kOwnStep = 0.25, kSamePlan = 0.5;

constexpr double kPointsUnit = 800;  // so many points are worth as much as a certain win

// How much the score difference may still change: at all, by rounds, by each super star left.
constexpr double kLeastSpread = 60, kRoundSpread = 40, kSuperSpread = 500;

// Staying, or a step from there.
template <class Visit>
void each_step(const Maze& maze, Cell from, Visit visit) {
    visit(from);
    for (const Cell there : maze.around(from)) visit(there);
}

double difference(const State& state, std::size_t seat) {
    return state.garlic(seat).score - state.garlic(1 - seat).score;
}

}  // namespace

// What may be spent on a move, and how much of it is gone.
struct Player::Budget {
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

double Player::Candidate::score() const {
    if (visits == 0) return -1e9;
    const double mean = sum / visits;
    return mean + trust * std::sqrt(std::max(squares / visits - mean * mean, 0.0) / visits);
}

void Player::prepare(const Position& position) {
    if (position_ && &position_->maze() == &position.maze()) {
        position_ = position;
        return;
    }
    position_ = position;
    const Maze& maze = position.maze();
    tables_.emplace(maze, position.state());
    policy_.emplace(maze, *tables_);
    solo_.emplace(maze, *tables_, *policy_, position.state());
    if (maze.keeps_all_steps())
        for (int cell = 0; cell < maze.cells(); ++cell)
            if (maze.open(static_cast<Cell>(cell))) maze.steps_to(static_cast<Cell>(cell), 0);
    opponent_.forget();
    before_.reset();
    tour_.clear();
}

Plans Player::think(const Position& position, const PlanLimit& limit) {
    Budget budget{limit, Clock::now()};
    prepare(position);
    const State& root = position_->state();
    watch(root);
    rounds_ = 0;
    horizon_ = static_cast<std::size_t>(std::min(kHorizon, position_->maze().cells() - root.round()));
    if (chases_alone()) list_chase();
    else choose(budget);
    before_ = root;
    last_ = candidates_.front().line.plan;

    Plans plans;
    plans.rollouts = budget.rollouts;
    plans.rounds = rounds_;
    plans.seconds = budget.seconds();
    list_moves(plans);
    return plans;
}

// What the opponent did last tells which habit it has.
void Player::watch(const State& now) {
    if (!before_ || now.round() != before_->round() + 1) return;
    const std::size_t other = 1 - seat_;
    if (!before_->garlic(other).gone() && !now.garlic(other).gone()) opponent_.watch(*policy_, *before_, now, other);
}

std::vector<Plan> Player::list_plans(std::size_t seat) const {
    const State& state = position_->state();
    const Maze& maze = position_->maze();
    const Cell here = state.garlic(seat).cell;
    std::vector<Plan> plans;
    for (const Style style : {Style::kCollect, Style::kHunt, Style::kAvoid, Style::kMedium}) plans.push_back({style});
    std::vector<Cell> goals;
    for (const Cell cell : position_->maze().supers())
        if (state.has_star(cell) && maze.steps_to(cell, 0)[here] != Maze::kFar) goals.push_back(cell);
    std::sort(goals.begin(), goals.end(),
              [&](Cell one, Cell two) { return maze.steps_to(one, 0)[here] < maze.steps_to(two, 0)[here]; });
    goals.resize(std::min(goals.size(), kMostGoals));
    // Who is not strong camps by way of the nearest super star, which is the first goal below.
    if (state.garlic(seat).strong() || goals.empty()) plans.push_back({Style::kCamp});
    for (const Cell goal : goals) {
        for (const bool wait : {false, true}) plans.push_back({Style::kCamp, goal, wait});
        plans.push_back({Style::kHunt, goal});
    }
    return plans;
}

Line Player::with_own_step(const Plan& plan, std::size_t seat) const {
    Walker walker{plan};
    return {plan, {policy_->step(position_->state(), seat, walker, 0), kNowhere, kNowhere}};
}

// Every plan with its own first step.
void Player::list_candidates() {
    tour_.plan(position_->maze(), *tables_, position_->state(), seat_);
    std::vector<Plan> plans = list_plans(seat_);
    plans.insert(plans.begin(), {.tour = &tour_});
    candidates_.clear();
    for (const Plan& plan : plans)
        candidates_.push_back({with_own_step(plan, seat_), plan == last_ ? kSamePlan : kOwnStep});
    candidates_.push_back({{{.suicide = true}}});
}

// The same for the opponent. As a hunter it may take any first step: one whose step is foreseen can be
// robbed, so that a garlic in flight has to be ready for all of them.
std::vector<Line> Player::list_answers() const {
    std::vector<Line> answers;
    const std::size_t other = 1 - seat_;
    const State& state = position_->state();
    if (state.garlic(other).gone()) return answers;
    for (const Plan& plan : list_plans(other)) answers.push_back(with_own_step(plan, other));
    for (const Cell step : state.choices(position_->maze(), other))
        answers.push_back({{Style::kHunt}, {step, kNowhere, kNowhere}});
    return answers;
}

// The plans that are left, with all other first steps and, where there is time, all ways to go on from them.
void Player::add_steps(std::size_t plans, bool go_on) {
    const Maze& maze = position_->maze();
    const Cell here = position_->state().garlic(seat_).cell;
    std::vector<Candidate> others;
    for (std::size_t index = 0; index < plans; ++index) {
        const Line own = candidates_[index].line;
        if (own.plan.suicide) continue;
        each_step(maze, here, [&](Cell one) {
            if (one != own.steps[0]) others.push_back({{own.plan, {one, kNowhere, kNowhere}}});
            if (go_on) each_step(maze, one, [&](Cell two) { others.push_back({{own.plan, {one, two, kNowhere}}}); });
        });
    }
    if (may_rob_soon(seat_)) add_pursuits(others);
    candidates_.insert(candidates_.begin() + static_cast<std::ptrdiff_t>(plans), others.begin(), others.end());
}

// Is somebody rich about to lose its strength beside the garlic of that seat, which stays strong a little longer?
bool Player::may_rob_soon(std::size_t seat) const {
    const State& state = position_->state();
    const Garlic& robber = state.garlic(seat);
    const Garlic& victim = state.garlic(1 - seat);
    return robber.strong() && !victim.gone() && victim.status <= kRobSoon && robber.status > victim.status &&
           victim.score > kWorthRobbing && position_->maze().steps_to(victim.cell, 0)[robber.cell] <= kRobNear;
}

// Every way to go on for three steps: who runs after somebody always comes a step too late, so it has to
// be foreseen where that one will be.
void Player::add_pursuits(std::vector<Candidate>& candidates) const {
    const Maze& maze = position_->maze();
    each_step(maze, position_->state().garlic(seat_).cell, [&](Cell one) {
        each_step(maze, one, [&](Cell two) {
            each_step(maze, two, [&](Cell three) { candidates.push_back({{{Style::kHunt}, {one, two, three}}}); });
        });
    });
}

// Has the garlic nobody to mind, and a chase before it of which the best step is known? A step that could
// make it strong anew is planned all the same.
bool Player::chases_alone() const {
    const State& state = position_->state();
    const Maze& maze = position_->maze();
    const auto steps = state.choices(maze, seat_);
    const auto is_super_star = [&](Cell cell) { return maze.super(cell) && state.has_star(cell); };
    return camps(state, {.style = Style::kCamp}) && std::none_of(steps.begin(), steps.end(), is_super_star);
}

// Every step of such a chase, with what it is known to bring.
void Player::list_chase() {
    const State& state = position_->state();
    const Garlic& me = state.garlic(seat_);
    const ChaseTable& chase = tables_->chase_for(state, me);
    candidates_.clear();
    for (const Cell step : state.choices(position_->maze(), seat_)) {
        if (!chase.holds(step, state.destroyer(0), state.destroyer(1))) continue;
        Candidate& candidate = candidates_.emplace_back();
        candidate.line = {{Style::kCamp}, {step, kNowhere, kNowhere}};
        candidate.visits = kKnown;
        candidate.points = solo_->points(state, me.cell) + (state.has_star(step) ? kStarPoints : 0) +
                           chase.points_of_step(strong_rounds(state, me), step, state.destroyer(0), state.destroyer(1));
        candidate.points *= kKnown;
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& one, const Candidate& two) { return one.points > two.points; });
}

// First the plans are weighed, then, for the best of them, every first step, and perhaps every second.
void Player::choose(Budget& budget) {
    luck_ = chance_.word();
    list_candidates();
    opponent_.begin(list_answers(), may_rob_soon(1 - seat_));
    const std::size_t wanted = std::min(kBestPlans, candidates_.size());
    const std::size_t plans = halve(budget, candidates_.size(), wanted, 0, kPlansShare);
    const std::size_t before = candidates_.size();
    if (!budget.spent(2 * kPlansShare))  // else so few rollouts are left that steps are guessed
        add_steps(plans, budget.rollouts >= kManyLines);
    halve(budget, plans + candidates_.size() - before, 1, kPlansShare, 1);
}

// Sequential halving of the first `alive` candidates until `wanted` are left: the better half goes
// on, with the same part of the budget between the shares `from` and `to` each time. The best come
// first; returns how many are left.
std::size_t Player::halve(Budget& budget, std::size_t alive, std::size_t wanted, double from, double to) {
    const auto fewer = [&](std::size_t count) { return std::max((count + 1) / 2, wanted); };
    int stages = 1;
    for (std::size_t left = fewer(alive); left > wanted; left = fewer(left)) ++stages;
    for (int stage = 1; stage <= stages; ++stage) {
        const double share = from + (to - from) * stage / stages;
        do try_once(budget, alive);
        while (!budget.spent(share));
        const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(alive);
        std::stable_sort(candidates_.begin(), end,
                         [](const Candidate& one, const Candidate& two) { return one.score() > two.score(); });
        alive = fewer(alive);
        opponent_.fade();
    }
    return alive;
}

// Plays each candidate forward once, all against the same opponent with the same luck, as far as the budget goes.
void Player::try_once(Budget& budget, std::size_t alive) {
    luck_ += 0xD1342543DE82EF95;
    Stream luck(luck_);
    const Line& answer = opponent_.expect(luck);
    for (std::size_t index = 0; index < alive && (budget.rollouts == 0 || !budget.spent(1)); ++index) {
        rollout(candidates_[index], answer, luck, budget);
        ++budget.rollouts;
    }
}

void Player::rollout(Candidate& candidate, const Line& answer, Stream luck, const Budget& budget) {
    const Maze& maze = position_->maze();
    State state = position_->state();
    const std::size_t other = 1 - seat_;
    const Line& own = candidate.line;
    Walker mine{own.plan};
    Walker theirs{answer.plan};
    const bool searches = !maze.keeps_all_steps();  // then a round may take a millisecond
    double gained = 0, fade = 1;
    double lead = difference(state, seat_);
    for (std::size_t round = 0; round < horizon_; ++round) {
        if (searches && budget.rollouts > 0 && budget.spent(1)) return;  // the line does not count
        // Drawn whether needed or not, so that the same luck means the same chances in each round.
        const std::uint64_t own_noise = luck.word(), other_noise = luck.word();
        Stream destroyers(luck.word());
        Moves moves{kNowhere, kNowhere};
        if (!state.garlic(other).gone())
            moves[other] = answer.gives(round) ? answer.steps[round] : policy_->step(state, other, theirs, other_noise);
        if (!state.garlic(seat_).gone())
            moves[seat_] = own.gives(round) ? own.steps[round] : policy_->step(state, seat_, mine, own_noise);
        state.play(maze, moves, destroyers);
        ++rounds_;
        const double now = difference(state, seat_);
        gained += fade * (now - lead);
        lead = now;
        fade *= kFade;
        if (state.end(maze) != End::kNone || camps(state, own.plan)) break;
    }
    gained += fade * remaining_points(state);
    ++candidate.visits;
    candidate.points += gained;
    const double score = value(state, gained);
    candidate.sum += score;
    candidate.squares += score * score;
    opponent_.learn(score);
}

// Does the plan go on with nothing but a chase of which the outcome is known? Then the line ends: luck
// that can be left out only hides which plan is better. While there is an opponent it has to be played out.
bool Player::camps(const State& state, const Plan& plan) const {
    const Garlic& me = state.garlic(seat_);
    return me.strong() && state.garlic(1 - seat_).gone() && plan.style == Style::kCamp &&
           !goes_for_a_star(state, plan) && tables_->chase().holds(me.cell, state.destroyer(0), state.destroyer(1));
}

// What is still to be had after the last round that was played forward.
double Player::remaining_points(const State& end) const {
    if (end.end(position_->maze()) != End::kNone) return 0;
    double sum = 0;
    for (const auto& [seat, sign] : {std::pair{seat_, 1.0}, std::pair{1 - seat_, -1.0}}) {
        const Garlic& garlic = end.garlic(seat);
        if (garlic.strong()) sum += sign * chase_points(end, garlic);
        if (!garlic.gone() && end.garlic(1 - seat).gone()) sum += sign * solo_->points(end, garlic.cell);
    }
    return sum;
}

// The destroyers that a strong garlic may still eat, here or where they are born.
double Player::chase_points(const State& end, const Garlic& garlic) const {
    const ChaseTable& chase = tables_->chase();
    if (chase.holds(garlic.cell, end.destroyer(0), end.destroyer(1)))
        return kLaterChase * tables_->chase_for(end, garlic)
                                 .points(strong_rounds(end, garlic), garlic.cell, end.destroyer(0), end.destroyer(1));
    const Maze& maze = position_->maze();
    const int rounds = strong_rounds(end, garlic);
    int fewest = rounds;
    for (std::size_t number = 0; number < 2; ++number)
        fewest = std::min<int>(fewest, maze.steps_to(maze.birth(number), 0)[garlic.cell]);
    return kLaterChase * chase.points(rounds - fewest);
}

// For how many rounds it will be strong before it is not, or the game is over.
int Player::strong_rounds(const State& state, const Garlic& garlic) const {
    return std::min<int>(garlic.status, position_->maze().cells() - state.round());
}

double Player::value(const State& end, double gained) const {
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
void Player::list_moves(Plans& plans) const {
    for (const Candidate& candidate : candidates_) {
        const auto known = [&](const PlannedMove& move) { return move.cell == candidate.line.steps[0]; };
        if (std::any_of(plans.moves.begin(), plans.moves.end(), known)) continue;
        if (candidate.visits == 0 || (candidate.line.plan.suicide && !plans.moves.empty())) continue;
        plans.moves.push_back({candidate.line.steps[0], candidate.points / candidate.visits, candidate.visits});
    }
}

}  // namespace garlic::stars
