#include "games/stars/planning/opponent_model.h"

#include <algorithm>
#include <cmath>

namespace garlic::stars {
namespace {

constexpr double kStyleFidelity = 0.9;  // how often an opponent follows its style
constexpr double kForgetting = 0.97;
constexpr double kUniformShare = 0.05;   // share of the belief that is spread evenly
constexpr double kLeastPlanning = 0.2;   // least share of rollouts against a planning opponent
constexpr double kWaryPlanning = 0.9;    // the same if much is at stake
constexpr double kPlanningWeight = 4;    // extra weight of the belief that the opponent plans
constexpr std::size_t kExploration = 4;  // one time in this many, explore another reply

// Prior belief: each style, then a planning opponent.
constexpr OpponentModel::Beliefs kPrior{0.12, 0.08, 0.08, 0.08, 0.04, 0.12, 0.12, 0.08, 0.28};

double likelihood(double predicted) { return predicted * kStyleFidelity + (1 - predicted) * (1 - kStyleFidelity) / 3; }

}  // namespace

void OpponentModel::reset() {
    beliefs_ = kPrior;
    answers_.clear();
    chosen_ = nullptr;
}

void OpponentModel::observe(const Policy& policy, const State& before, const State& now, std::size_t seat) {
    const Cell cell = now.garlic(seat).cell;
    double total = 0;
    for (std::size_t kind = 0; kind < beliefs_.size(); ++kind) {
        Walker walker{{.style = static_cast<Style>(kind)}};
        const double right = kind == kThinks ? predicted(cell) : policy.step(before, seat, walker, 0) == cell;
        beliefs_[kind] = std::pow(beliefs_[kind], kForgetting) * likelihood(right);
        total += beliefs_[kind];
    }
    const double even = kUniformShare / static_cast<double>(beliefs_.size());
    for (double& belief : beliefs_) belief = (1 - kUniformShare) * belief / total + even;
}

// The share of the last round's replies that stepped to that cell.
double OpponentModel::predicted(Cell cell) const {
    double all = 0, there = 0;
    for (const Answer& answer : answers_) {
        all += answer.visits;
        if (answer.line.steps[0] == cell) there += answer.visits;
    }
    return all > 0 ? there / all : 0.25;
}

void OpponentModel::begin(const std::vector<Line>& answers, bool wary) {
    answers_.clear();
    for (const Line& line : answers) answers_.push_back({line});
    chosen_ = nullptr;
    wary_ = wary;
}

const Line& OpponentModel::expect(Stream& luck) {
    const std::size_t kind = draw_kind(luck);
    if (kind == kThinks && !answers_.empty()) {
        chosen_ = &draw_answer(luck);
        return chosen_->line;
    }
    chosen_ = nullptr;
    style_ = {{.style = kind == kThinks ? Style::kCollect : static_cast<Style>(kind)}};
    return style_;
}

// To mistake a planning opponent for a style costs more than the other way round.
std::size_t OpponentModel::draw_kind(Stream& luck) const {
    const double thinks = kPlanningWeight * beliefs_[kThinks];
    const double styles = 1 - beliefs_[kThinks];
    const double thought = std::max(thinks / (thinks + styles), wary_ ? kWaryPlanning : kLeastPlanning);
    double drawn = static_cast<double>(luck.word() >> 11) * 0x1p-53;
    if (drawn < thought) return kThinks;
    drawn = (drawn - thought) / (1 - thought) * styles;
    std::size_t kind = 0;
    while (kind < kThinks && (drawn -= beliefs_[kind]) >= 0) ++kind;
    return kind;
}

// Mostly the reply that is worst for the player so far. Both sides learn at once, so neither settles on a
// predictable choice.
OpponentModel::Answer& OpponentModel::draw_answer(Stream& luck) {
    const std::size_t any = luck.below(answers_.size());
    const bool tries = luck.below(kExploration) == 0;
    Answer* best = &answers_[any];
    for (std::size_t index = 0; index < answers_.size() && !tries; ++index)
        if (Answer& answer = answers_[(any + index) % answers_.size()]; answer.mean() < best->mean()) best = &answer;
    return *best;
}

void OpponentModel::learn(double score) {
    if (chosen_ == nullptr) return;
    chosen_->visits += 1;
    chosen_->sum += score;
}

void OpponentModel::fade() {
    for (Answer& answer : answers_) {
        answer.visits /= 2;
        answer.sum /= 2;
    }
}

}  // namespace garlic::stars
