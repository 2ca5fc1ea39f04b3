#include "games/stars/planning/policy.h"

#include <algorithm>

namespace garlic::stars {
namespace {

constexpr int kFarAway = 1 << 12;
constexpr int kChaseRange = 6;  // steps to a destroyer for which a collector makes a detour
constexpr int kNearEnough = 4;  // steps to a destroyer at which waiting ends
constexpr int kReach = 16;      // steps within which the course's players look for stars

// Scores of a step, in addition to one step nearer to the target.
constexpr int kStep = 8;
constexpr int kCaught = -10'000;    // onto a destroyer
constexpr int kCatchable = -1'000;  // where an enemy can be in the next round
constexpr int kClose = -12;         // two steps from a destroyer
constexpr int kTrap = -60;          // into a dead end with a destroyer behind
constexpr int kEats = 400;
constexpr int kDanger = 1'000;  // for certain capture
constexpr int kAlert = 8;       // steps from a destroyer at which danger is considered

int steps_between(const Maze& maze, Cell from, Cell to) { return std::min<int>(maze.steps_to(to, 0)[from], kFarAway); }

}  // namespace

Policy::Policy(const Maze& maze, const MazeTables& tables) : maze_(maze), tables_(tables) {
    for (std::size_t index = 0; index < players_.size(); ++index)
        players_[index] = make_baseline(kStyleNames[static_cast<std::size_t>(Style::kCamper) + index], 0, kReach);
}

Cell Policy::step(const State& state, std::size_t seat, Walker& walker, std::uint64_t noise) const {
    const Garlic& me = state.garlic(seat);
    const Garlic& other = state.garlic(1 - seat);
    if (walker.plan.suicide) return kNowhere;
    if (walker.plan.style == Style::kStand) return me.cell;
    if (walker.plan.style >= Style::kCamper) {
        const auto index = static_cast<std::size_t>(walker.plan.style) - static_cast<std::size_t>(Style::kCamper);
        return players_[index]->choose(maze_, state, seat);
    }
    const bool chases = walker.plan.style == Style::kCamp || (walker.plan.style == Style::kHunt && !robs(state, seat));
    if (me.strong() && chases && !goes_for_a_star(state, walker.plan) &&
        tables_.chase().holds(me.cell, state.destroyer(0), state.destroyer(1)))
        return tables_.chase_for(state, me).step(me.status, me.cell, state.destroyer(0), state.destroyer(1));
    if (walker.plan.style == Style::kHunt && me.strong() && other.normal() && robs(state, seat) &&
        tables_.pursuit().holds(me.cell, other.cell))
        if (const Cell found = ambush(state, seat, noise); found != kNowhere) return found;
    const bool avoids = walker.plan.style == Style::kAvoid && walker.plan.goal == kNowhere;

    const EscapeTable& escape = tables_.escape(state);
    const bool knows_danger = escape.known();  // else it uses rules of thumb
    const auto choices = state.choices(maze_, seat);
    std::array<int, 5> score;
    std::array<int, 5> nearest_destroyer;
    score.fill(0);
    nearest_destroyer.fill(kFarAway);
    const std::size_t count = choices.size;
    const auto each = [&](Cell source, auto visit) {
        const Maze::Steps steps = maze_.steps_to(source, 0);
        for (std::size_t index = 0; index < count; ++index)
            visit(index, std::min<int>(steps[choices.cells[index]], kFarAway));
    };

    for (std::size_t number = 0; number < 2; ++number)
        each(state.destroyer(number), [&](std::size_t index, int steps) {
            nearest_destroyer[index] = std::min(nearest_destroyer[index], steps);
            if (me.strong()) score[index] += steps == 0 ? kEats : 0;
            else if (steps == 0) score[index] += kCaught;
            else if (!knows_danger && steps <= 2) score[index] += steps == 1 ? kCatchable : kClose;
        });
    if (!me.strong() && knows_danger && *std::min_element(nearest_destroyer.begin(), nearest_destroyer.end()) <= kAlert)
        for (std::size_t index = 0; index < count; ++index)
            score[index] -=
                static_cast<int>(static_cast<float>(kDanger) *
                                 escape.danger(choices.cells[index], state.destroyer(0), state.destroyer(1)));
    const bool knows_robber = me.normal() && other.strong() && tables_.pursuit().holds(other.cell, me.cell);
    if (knows_robber) {
        const auto& danger = tables_.pursuit().danger(other.status, other.cell, me.cell);
        for (std::size_t index = 0; index < count; ++index)
            score[index] -= kDanger * danger[index] / PursuitTable::kCertain;
    }
    // A garlic that is strong for this round only must stay away from one that stays strong.
    const bool in_danger = other.strong() && (!me.strong() || (me.status == 1 && other.status > 1));
    if (!other.gone() && (avoids || (in_danger && !knows_robber)))
        each(other.cell, [&](std::size_t index, int steps) {
            if (!knows_robber && other.strong() && steps <= 1) score[index] += kCatchable;
            if (avoids) score[index] += kStep * std::min(steps, 8);
        });
    if (avoids) {
        for (std::size_t index = 0; index < count; ++index)
            score[index] += (me.strong() ? -kStep : kStep) * std::min(nearest_destroyer[index], 30);
    } else {
        if (me.strong() || walker.target == kNowhere || !state.has_star(walker.target))
            walker.target = find_target(state, seat, walker, noise);
        const bool waits = walker.plan.wait && walker.target == walker.plan.goal &&
                           nearest_destroyer[0] > kNearEnough && steps_between(maze_, me.cell, walker.target) == 1;
        if (waits) score[0] += 2 * kStep;
        else if (walker.target != kNowhere)
            each(walker.target, [&](std::size_t index, int steps) { score[index] -= kStep * steps; });
    }
    if (!me.strong() && !knows_danger)
        for (std::size_t index = 0; index < count; ++index)
            if (const int inside = tables_.inside_dead_end(choices.cells[index]);
                inside > 0 && nearest_destroyer[index] <= 2 * inside + 2)
                score[index] += kTrap;

    std::size_t best = 0;
    for (std::size_t index = 0; index < count; ++index) {
        score[index] += static_cast<int>((noise >> (8 * index)) & 7);
        if (score[index] > score[best]) best = index;
    }
    return choices.cells[best];
}

Cell Policy::find_target(const State& state, std::size_t seat, Walker& walker, std::uint64_t noise) const {
    const Garlic& me = state.garlic(seat);
    const Plan& plan = walker.plan;
    if (goes_for_a_star(state, plan)) return plan.goal;
    if (me.strong())
        if (const Cell found = prey(state, seat, plan.style); found != kNowhere) return found;
    if (plan.tour != nullptr)
        if (const Cell found = plan.tour->next(state, walker.stop); found != kNowhere) return found;
    const bool super_first = plan.style != Style::kCollect || (noise >> 60) == 0;
    return nearest_star(state, me.cell, super_first);
}

Cell Policy::nearest_star(const State& state, Cell here, bool super_first) const {
    if (super_first) {
        Cell best = kNowhere;
        int fewest = kFarAway;
        for (const Cell cell : maze_.supers())
            if (state.has_star(cell))
                if (const int steps = steps_between(maze_, here, cell); steps < fewest) {
                    fewest = steps;
                    best = cell;
                }
        if (best != kNowhere) return best;
    }
    for (const Cell cell : tables_.near(here))
        if (state.has_star(cell)) return cell;
    Cell best = kNowhere;
    int fewest = kFarAway;
    for (const Cell cell : tables_.stars())
        if (state.has_star(cell))
            if (const int steps = steps_between(maze_, cell, here); steps < fewest) {
                fewest = steps;
                best = cell;
            }
    return best;
}

// Can a strong garlic rob an opponent with many points? An opponent that is strong itself is robbed when it no
// longer is.
bool Policy::robs(const State& state, std::size_t seat) const {
    const Garlic& me = state.garlic(seat);
    const Garlic& other = state.garlic(1 - seat);
    if (other.gone() || other.score <= kRobbingPoints) return false;
    const int steps = steps_between(maze_, me.cell, other.cell);
    const int waiting = std::max<int>(other.status, 0);
    return waiting <= steps + 1 && std::max(steps, waiting) < me.status;
}

// An unpredictable step of a robber; kNowhere if it may simply follow its victim.
Cell Policy::ambush(const State& state, std::size_t seat, std::uint64_t noise) const {
    const Garlic& me = state.garlic(seat);
    const auto& shares = tables_.pursuit().shares(me.status, me.cell, state.garlic(1 - seat).cell);
    const auto choices = state.choices(maze_, seat);
    int sum = 0;
    for (std::size_t index = 0; index < choices.size; ++index) sum += shares[index];
    if (sum == 0) return kNowhere;
    int drawn = static_cast<int>((noise >> 48) % static_cast<std::uint64_t>(sum));
    std::size_t index = 0;
    while ((drawn -= shares[index]) >= 0) ++index;
    return choices.cells[index];
}

// The target of a strong garlic, if it can get there in time.
Cell Policy::prey(const State& state, std::size_t seat, Style style) const {
    const Garlic& me = state.garlic(seat);
    const Garlic& other = state.garlic(1 - seat);
    Cell best = kNowhere;
    int fewest = me.status + 1;
    if (style == Style::kCollect) fewest = std::min(fewest, kChaseRange + 1);
    for (std::size_t number = 0; number < 2; ++number)
        if (const int steps = steps_between(maze_, me.cell, state.destroyer(number)); steps < fewest) {
            fewest = steps;
            best = state.destroyer(number);
        }
    if (style == Style::kHunt && robs(state, seat)) return other.cell;
    if (style == Style::kCamp && fewest > 2)
        for (std::size_t number = 0; number < 2; ++number)
            if (steps_between(maze_, me.cell, maze_.birth(number)) <= me.status) return maze_.birth(number);
    return best;
}

}  // namespace garlic::stars
