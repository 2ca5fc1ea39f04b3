#include "games/stars_planner.h"

#include <algorithm>
#include <cmath>

namespace garlic::stars {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kHorizon = 24;            // rounds that are played forward: a super star and the hunt after it
constexpr double kFade = 0.98;          // what comes a round later is worth so much less
constexpr std::uint32_t kLeafVisits = 3;  // visits before a node's moves are told apart
constexpr std::size_t kMostNodes = 1 << 18;
constexpr double kExploration = 0.35;
constexpr double kHintBonus = 0.4;
constexpr double kTrustedGuess = 0.7;   // how often the opponent does what its habit says
constexpr double kForgetting = 0.97;
constexpr std::size_t kMostGoals = 4;   // super stars that are planned for
constexpr int kClockEvery = 16;         // rollouts between two looks at the clock

constexpr std::array<double, kHabits> kPrior{0.3, 0.25, 0.25, 0.1, 0.1};
constexpr std::array<Habit, kHabits> kAllHabits{Habit::kCollect, Habit::kHunt, Habit::kCamp, Habit::kAvoid,
                                               Habit::kStand};

// Points that a garlic left alone may still collect.
constexpr double kStarWorth = 6, kRoundWorth = 3, kSuperWorth = 400, kStrongRound = 15;

double difference(const State& state, std::size_t seat) {
    return state.garlic(seat).score - state.garlic(1 - seat).score;
}

}  // namespace

void Planner::prepare(const Stars& position) {
    if (position_ && &position_->maze() == &position.maze()) {
        position_ = position;
        return;
    }
    position_ = position;
    const Maze& maze = position.maze();
    ground_.emplace(maze, position.state());
    for (int cell = 0; cell < maze.cells(); ++cell)
        if (maze.open(static_cast<Cell>(cell))) maze.steps_to(static_cast<Cell>(cell), 0);
    beliefs_ = kPrior;
    before_.reset();
}

Plans Planner::think(const Stars& position, const PlanLimit& limit) {
    const auto began = Clock::now();
    prepare(position);
    const State& root = position_->state();
    watch(root);
    list_plans();
    nodes_.assign(1, Node{});
    points_.fill(0);
    rounds_ = 0;
    horizon_ = std::min(kHorizon, position_->maze().cells() - root.round());

    Plans plans;
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
    for (;; ++plans.rollouts) {
        if (limit.rollouts && plans.rollouts >= *limit.rollouts) break;
        if (limit.seconds && plans.rollouts % kClockEvery == 0 && elapsed() >= *limit.seconds) break;
        Arm& arm = next_arm(plans.rollouts);
        const double worth = rollout(arm);
        ++arm.visits;
        arm.sum += worth;
    }
    before_ = root;
    plans.rounds = rounds_;
    plans.seconds = elapsed();
    list_moves(plans);
    return plans;
}

void Planner::list_moves(Plans& plans) const {
    const auto choices = position_->state().choices(position_->maze(), seat_);
    for (std::size_t index = 0; index < choices.size; ++index) {
        const std::uint32_t child = nodes_[0].children[index];
        const std::uint32_t visits = child == 0 ? 0 : nodes_[child].visits;
        const double points = visits == 0 ? 0 : points_[index] / visits;
        plans.moves.push_back({choices.cells[index], points, visits});
    }
    std::stable_sort(plans.moves.begin(), plans.moves.end(),
                     [](const auto& one, const auto& two) { return one.visits > two.visits; });
    const Arm* best = nullptr;
    const Arm* suicide = nullptr;
    for (const Arm& arm : arms_) {
        if (arm.visits == 0) continue;
        if (arm.plan.suicide) suicide = &arm;
        else if (best == nullptr || arm.visits > best->visits) best = &arm;
    }
    if (suicide && best && suicide->sum / suicide->visits > best->sum / best->visits)
        plans.moves.insert(plans.moves.begin(), {kNowhere, double{kSuicidePoints}, suicide->visits});
}

// What the opponent did last tells which habit it has.
void Planner::watch(const State& now) {
    if (!before_ || now.round() != before_->round() + 1) return;
    const std::size_t other = 1 - seat_;
    if (before_->garlic(other).gone() || now.garlic(other).gone()) return;
    const Policy policy(position_->maze(), *ground_);
    double total = 0;
    for (std::size_t index = 0; index < kHabits; ++index) {
        Walker walker{{kAllHabits[index]}};
        const Cell guess = policy.step(*before_, other, walker, 0);
        const double likelihood = guess == now.garlic(other).cell ? kTrustedGuess : (1 - kTrustedGuess) / 3;
        beliefs_[index] = std::pow(beliefs_[index], kForgetting) * likelihood;
        total += beliefs_[index];
    }
    for (double& belief : beliefs_) belief = 0.95 * belief / total + 0.05 / kHabits;
}

void Planner::list_plans() {
    const State& state = position_->state();
    const Garlic& me = state.garlic(seat_);
    arms_.clear();
    for (const Habit habit : {Habit::kCollect, Habit::kHunt, Habit::kCamp, Habit::kAvoid})
        arms_.push_back({{habit}});
    std::vector<Cell> goals;
    for (const Cell cell : ground_->supers())
        if (state.has_star(cell) && position_->maze().steps_to(cell, 0)[me.cell] != Maze::kFar) goals.push_back(cell);
    std::sort(goals.begin(), goals.end(), [&](Cell one, Cell two) {
        return position_->maze().steps_to(one, 0)[me.cell] < position_->maze().steps_to(two, 0)[me.cell];
    });
    goals.resize(std::min(goals.size(), kMostGoals));
    for (const Cell goal : goals)
        for (const bool wait : {false, true}) arms_.push_back({{Habit::kCamp, goal, wait}});
    arms_.push_back({{.suicide = true}});
}

Planner::Arm& Planner::next_arm(std::uint64_t rollouts) {
    Arm* best = nullptr;
    double most = 0;
    const double log_all = std::log(static_cast<double>(rollouts) + 1);
    for (Arm& arm : arms_) {
        if (arm.visits < 2) return arm;
        const double worth = arm.sum / arm.visits + kExploration * std::sqrt(log_all / arm.visits);
        if (best == nullptr || worth > most) {
            best = &arm;
            most = worth;
        }
    }
    return *best;
}

std::size_t Planner::select(const Node& node, std::size_t choices, std::size_t hinted) const {
    std::size_t best = hinted;
    double most = -1e9;
    const double log_all = std::log(static_cast<double>(node.visits) + 1);
    const double first_guess = node.sum / static_cast<double>(std::max(node.visits, 1u)) - 0.1;
    for (std::size_t index = 0; index < choices; ++index) {
        const std::uint32_t at = node.children[index];
        const double visits = at == 0 ? 0 : nodes_[at].visits;
        double worth = visits == 0 ? first_guess : nodes_[at].sum / visits;
        worth += kExploration * std::sqrt(log_all / (visits + 1));
        if (index == hinted) worth += kHintBonus / std::sqrt(visits + 1);
        if (worth > most) {
            most = worth;
            best = index;
        }
    }
    return best;
}

double Planner::rollout(Arm& arm) {
    const Maze& maze = position_->maze();
    const Policy policy(maze, *ground_);
    State state = position_->state();
    const std::size_t other = 1 - seat_;
    Walker mine{arm.plan};
    Walker theirs{{kAllHabits[believed()]}};
    path_.clear();
    path_.push_back(0);
    bool in_tree = !arm.plan.suicide;
    std::size_t first = 0;
    double gained = 0, fade = 1;
    double lead = difference(state, seat_);
    for (int round = 0; round < horizon_; ++round) {
        Moves moves{kNowhere, kNowhere};
        if (!state.garlic(other).gone()) moves[other] = policy.step(state, other, theirs, chance_.word());
        if (!state.garlic(seat_).gone() && !arm.plan.suicide) {
            moves[seat_] = policy.step(state, seat_, mine, chance_.word());
            if (in_tree) {
                const auto choices = state.choices(maze, seat_);
                const auto hinted = static_cast<std::size_t>(
                    std::find(choices.begin(), choices.end(), moves[seat_]) - choices.begin());
                const Node& node = nodes_[path_.back()];
                const std::size_t choice =
                    node.visits < kLeafVisits && round > 0 ? hinted : select(node, choices.size, hinted);
                moves[seat_] = choices.cells[choice];
                if (round == 0) first = choice;
                in_tree = descend(choice);
            }
        }
        state.play(maze, moves, chance_);
        ++rounds_;
        const double now = difference(state, seat_);
        gained += fade * (now - lead);
        lead = now;
        fade *= kFade;
        if (state.end(maze) != End::kNone) break;
        if (state.garlic(seat_).gone()) in_tree = false;
    }
    gained += fade * outlook(state);
    const double worth = value(state, gained);
    if (!arm.plan.suicide) {
        for (const std::uint32_t index : path_) {
            ++nodes_[index].visits;
            nodes_[index].sum += worth;
        }
        points_[first] += gained;
    }
    return worth;
}

// Goes to the child, which is made if there is none; false where the tree ends.
bool Planner::descend(std::size_t choice) {
    const std::uint32_t at = path_.back();
    if (const std::uint32_t child = nodes_[at].children[choice]; child != 0) {
        path_.push_back(child);
        return true;
    }
    if (nodes_.size() >= kMostNodes) return false;
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({});
    nodes_[at].children[choice] = child;
    path_.push_back(child);
    return false;
}

// What is still to be had after the last round that was played forward.
double Planner::outlook(const State& end) const {
    const Maze& maze = position_->maze();
    if (end.end(maze) != End::kNone) return 0;
    const bool mine = !end.garlic(seat_).gone();
    const bool theirs = !end.garlic(1 - seat_).gone();
    double strong = 0;
    for (const auto& [seat, sign] : {std::pair{seat_, 1.0}, std::pair{1 - seat_, -1.0}})
        if (const Garlic& garlic = end.garlic(seat); garlic.strong())
            for (std::size_t number = 0; number < 2; ++number)
                if (ground_->reaches(number, garlic.cell)) strong += sign * kStrongRound * garlic.status;
    if (mine == theirs) return strong;
    double alone = std::min(kStarWorth * end.stars_left(), kRoundWorth * (maze.cells() - end.round()));
    const Garlic& left = end.garlic(mine ? seat_ : 1 - seat_);
    for (const Cell cell : ground_->supers())
        if (end.has_star(cell) && (ground_->reaches(0, left.cell) || ground_->reaches(1, left.cell)))
            alone += kSuperWorth;
    return strong + (mine ? alone : -alone);
}

double Planner::value(const State& end, double gained) const {
    const double points = 0.5 * std::clamp(gained / 400, -4.0, 4.0);
    if (aim_ == Aim::kPoints) return points;
    const double start = difference(position_->state(), seat_);
    const double left = position_->maze().cells() - end.round();
    const double spread = 60 + 40 * std::sqrt(left);
    return points + std::tanh((start + gained) / spread);
}

std::size_t Planner::believed() {
    double drawn = static_cast<double>(chance_.word() >> 11) * 0x1p-53;
    for (std::size_t index = 0; index + 1 < kHabits; ++index) {
        drawn -= beliefs_[index];
        if (drawn < 0) return index;
    }
    return kHabits - 1;
}

}  // namespace garlic::stars
