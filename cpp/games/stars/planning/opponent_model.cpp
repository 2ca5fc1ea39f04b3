#include "games/stars/planning/opponent_model.h"

#include <algorithm>
#include <cmath>

namespace garlic::stars {
namespace {

constexpr double kTrustedGuess = 0.9;  // how often an opponent does what its habit says
constexpr double kForgetting = 0.97;
constexpr double kUnsure = 0.05;        // of the belief is spread evenly
constexpr double kLeastThought = 0.2;   // in so many lines it thinks, whatever was seen
constexpr double kWaryThought = 0.9;    // the same where much is at stake
constexpr double kThoughtFirst = 4;     // the belief that it thinks counts so much more than one in a habit
constexpr std::size_t kTryAnother = 4;  // every so many times not the best answer, but any

// How likely an opponent of whom nothing was seen has each habit; that it thinks.
constexpr OpponentModel::Beliefs kPrior{0.12, 0.08, 0.08, 0.08, 0.04, 0.12, 0.12, 0.08, 0.28};

double likelihood(double foreseen) { return foreseen * kTrustedGuess + (1 - foreseen) * (1 - kTrustedGuess) / 3; }

}  // namespace

void OpponentModel::forget() {
    beliefs_ = kPrior;
    answers_.clear();
    chosen_ = nullptr;
}

void OpponentModel::watch(const Policy& policy, const State& before, const State& now, std::size_t seat) {
    const Cell cell = now.garlic(seat).cell;
    double total = 0;
    for (std::size_t kind = 0; kind < beliefs_.size(); ++kind) {
        Walker walker{{.style = static_cast<Style>(kind)}};
        const double right = kind == kThinks ? foreseen(cell) : policy.step(before, seat, walker, 0) == cell;
        beliefs_[kind] = std::pow(beliefs_[kind], kForgetting) * likelihood(right);
        total += beliefs_[kind];
    }
    const double even = kUnsure / static_cast<double>(beliefs_.size());
    for (double& belief : beliefs_) belief = (1 - kUnsure) * belief / total + even;
}

// How much of its thinking, as it was followed in the last round, went for a step to that cell?
double OpponentModel::foreseen(Cell cell) const {
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

// To take one who thinks for somebody with a habit costs more than the other way round.
std::size_t OpponentModel::draw_kind(Stream& luck) const {
    const double thinks = kThoughtFirst * beliefs_[kThinks];
    const double styles = 1 - beliefs_[kThinks];
    const double thought = std::max(thinks / (thinks + styles), wary_ ? kWaryThought : kLeastThought);
    double drawn = static_cast<double>(luck.word() >> 11) * 0x1p-53;
    if (drawn < thought) return kThinks;
    drawn = (drawn - thought) / (1 - thought) * styles;
    std::size_t kind = 0;
    while (kind < kThinks && (drawn -= beliefs_[kind]) >= 0) ++kind;
    return kind;
}

// Mostly the answer that is worst for the planner so far. As both sides learn at once, neither settles on
// what the other one could foresee.
OpponentModel::Answer& OpponentModel::draw_answer(Stream& luck) {
    const std::size_t any = luck.below(answers_.size());
    const bool tries = luck.below(kTryAnother) == 0;
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
