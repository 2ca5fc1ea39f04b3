#include "games/stars/player.h"

#include <algorithm>
#include <cmath>

namespace garlic::stars {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kHorizon = 24;                 // rounds of a rollout: a super star and the hunt after it
constexpr double kDiscount = 0.97;           // discount per round
constexpr double kChaseDiscount = 0.85;      // mean discount over the rounds of a chase
constexpr std::size_t kMostGoals = 4;        // super stars considered as goals
constexpr std::size_t kBestPlans = 4;        // plans whose first steps are all tried
constexpr double kPlansShare = 0.3;          // share of the time for choosing them
constexpr std::uint64_t kManyLines = 1'500;  // rollouts by then that leave time for second steps

constexpr std::uint32_t kKnown = 1'000'000;  // visits of a move with an exact value

// The opponent may soon be robbed if it is this near and strong for this few rounds.
constexpr int kRobNear = 4, kRobSoon = 3;

// Bonus in standard errors for a plan's own first step, and for the plan of the last round.
constexpr double kOwnStep = 0.25, kSamePlan = 0.5;

constexpr double kPointsUnit = 800;  // points that count as much as a certain win

// Standard deviation of the final score difference: minimum, by rounds, by each super star left.
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

// The limit of one move and what is used of it.
struct Player::Budget {
    PlanLimit limit;
    Clock::time_point began;
    std::uint64_t rollouts = 0;

    double seconds() const { return std::chrono::duration<double>(Clock::now() - began).count(); }

    // Is that share of the limit used?
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
    opponent_.reset();
    before_.reset();
    tour_.clear();
}

Plans Player::think(const Position& position, const PlanLimit& limit) {
    Budget budget{limit, Clock::now()};
    prepare(position);
    const State& root = position_->state();
    observe(root);
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

// Updates the opponent model with its last move.
void Player::observe(const State& now) {
    if (!before_ || now.round() != before_->round() + 1) return;
    const std::size_t other = 1 - seat_;
    if (!before_->garlic(other).gone() && !now.garlic(other).gone()) opponent_.observe(*policy_, *before_, now, other);
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
    // A garlic that is not strong camps via the nearest super star, which is the first goal below.
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

// The same for the opponent. As a hunter it may take any first step, so that a fleeing garlic is prepared for all of
// them and does not become predictable.
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

// The remaining plans with all other first steps and, if there is time, all second steps.
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

// Is a garlic with many points about to lose its strength beside the one of that seat, which stays strong longer?
bool Player::may_rob_soon(std::size_t seat) const {
    const State& state = position_->state();
    const Garlic& robber = state.garlic(seat);
    const Garlic& victim = state.garlic(1 - seat);
    return robber.strong() && !victim.gone() && victim.status <= kRobSoon && robber.status > victim.status &&
           victim.score > kRobbingPoints && position_->maze().steps_to(victim.cell, 0)[robber.cell] <= kRobNear;
}

// All lines of three steps: a pursuer that only follows is always one step late, so it must anticipate.
void Player::add_pursuits(std::vector<Candidate>& candidates) const {
    const Maze& maze = position_->maze();
    each_step(maze, position_->state().garlic(seat_).cell, [&](Cell one) {
        each_step(maze, one, [&](Cell two) {
            each_step(maze, two, [&](Cell three) { candidates.push_back({{{Style::kHunt}, {one, two, three}}}); });
        });
    });
}

// Is the garlic alone, with a chase whose best step is known exactly? A step that could renew its strength is
// planned as usual.
bool Player::chases_alone() const {
    const State& state = position_->state();
    const Maze& maze = position_->maze();
    const auto steps = state.choices(maze, seat_);
    const auto is_super_star = [&](Cell cell) { return maze.super(cell) && state.has_star(cell); };
    return camps(state, {.style = Style::kCamp}) && std::none_of(steps.begin(), steps.end(), is_super_star);
}

// Every step of such a chase with its exact points.
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

// First the plans compete, then all first steps of the best plans, and perhaps all second steps.
void Player::choose(Budget& budget) {
    luck_ = chance_.word();
    list_candidates();
    opponent_.begin(list_answers(), may_rob_soon(1 - seat_));
    const std::size_t wanted = std::min(kBestPlans, candidates_.size());
    const std::size_t plans = halve(budget, candidates_.size(), wanted, 0, kPlansShare);
    const std::size_t before = candidates_.size();
    if (!budget.spent(2 * kPlansShare))  // else too few rollouts are left to compare steps
        add_steps(plans, budget.rollouts >= kManyLines);
    halve(budget, plans + candidates_.size() - before, 1, kPlansShare, 1);
}

// Sequential halving of the first `alive` candidates until `wanted` are left: the better half survives, with an
// equal part of the budget between the shares `from` and `to` each time. The best come first; returns how many
// are left.
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

// One rollout per candidate, all against the same opponent line and random stream, as far as the budget allows.
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
    double gained = 0, discount = 1;
    double lead = difference(state, seat_);
    for (std::size_t round = 0; round < horizon_; ++round) {
        if (searches && budget.rollouts > 0 && budget.spent(1)) return;  // an unfinished rollout does not count
        // Always drawn, so that the same stream gives the same chances in each round.
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
        gained += discount * (now - lead);
        lead = now;
        discount *= kDiscount;
        if (state.end(maze) != End::kNone || camps(state, own.plan)) break;
    }
    gained += discount * remaining_points(state);
    ++candidate.visits;
    candidate.points += gained;
    const double score = value(state, gained);
    candidate.sum += score;
    candidate.squares += score * score;
    opponent_.learn(score);
}

// Does the plan continue with a chase of known value only? Then the rollout ends, because more randomness would
// only hide which plan is better. While there is an opponent it is played out.
bool Player::camps(const State& state, const Plan& plan) const {
    const Garlic& me = state.garlic(seat_);
    return me.strong() && state.garlic(1 - seat_).gone() && plan.style == Style::kCamp &&
           !goes_for_a_star(state, plan) && tables_->chase().holds(me.cell, state.destroyer(0), state.destroyer(1));
}

// The points still expected after the rollout's last round.
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

// The expected points of a strong garlic from destroyers, here or at their birth cells.
double Player::chase_points(const State& end, const Garlic& garlic) const {
    const ChaseTable& chase = tables_->chase();
    if (chase.holds(garlic.cell, end.destroyer(0), end.destroyer(1)))
        return kChaseDiscount *
               tables_->chase_for(end, garlic)
                   .points(strong_rounds(end, garlic), garlic.cell, end.destroyer(0), end.destroyer(1));
    const Maze& maze = position_->maze();
    const int rounds = strong_rounds(end, garlic);
    int fewest = rounds;
    for (std::size_t number = 0; number < 2; ++number)
        fewest = std::min<int>(fewest, maze.steps_to(maze.birth(number), 0)[garlic.cell]);
    return kChaseDiscount * chase.points(rounds - fewest);
}

// The rounds for which it stays strong before the game is over.
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

// Each first step that was tried, with its best plan; suicide only if it is best.
void Player::list_moves(Plans& plans) const {
    for (const Candidate& candidate : candidates_) {
        const auto known = [&](const PlannedMove& move) { return move.cell == candidate.line.steps[0]; };
        if (std::any_of(plans.moves.begin(), plans.moves.end(), known)) continue;
        if (candidate.visits == 0 || (candidate.line.plan.suicide && !plans.moves.empty())) continue;
        plans.moves.push_back({candidate.line.steps[0], candidate.points / candidate.visits, candidate.visits});
    }
}

}  // namespace garlic::stars
