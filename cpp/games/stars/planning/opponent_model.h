// What a planner takes its opponent to be: somebody with a habit, which shows in what it does, or one
// who plans as well and answers as is worst for the planner.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "games/stars/planning/policy.h"
#include "garlic/chance.h"

namespace garlic::stars {

class OpponentModel {
public:
    static constexpr std::size_t kThinks = kStyles;  // stands behind the habits
    using Beliefs = std::array<double, kStyles + 1>;

    // Nothing was seen of it yet.
    void forget();

    // The opponent, in `seat`, did this: it has seen one state and made its move to the next.
    void watch(const Policy& policy, const State& before, const State& now, std::size_t seat);

    // What one who thinks may do now. `wary`: so much is at stake that hardly any habit is trusted.
    void begin(const std::vector<Line>& answers, bool wary);

    // What it does in the next lines; stays good until the next question.
    const Line& expect(Stream& luck);

    // One of those lines was worth so much to the planner.
    void learn(double score);

    // What was learned until now counts half: the planner's own choice has become narrower.
    void fade();

    // How likely it is taken to have each habit and, last, to think.
    const Beliefs& beliefs() const { return beliefs_; }

private:
    struct Answer {
        Line line;
        double visits = 0;
        double sum = 0;  // of the planner's worths: the less, the better for the opponent

        double mean() const { return visits > 0 ? sum / visits : -1e9; }
    };

    double foreseen(Cell cell) const;
    std::size_t draw_kind(Stream& luck) const;
    Answer& draw_answer(Stream& luck);

    Beliefs beliefs_{};
    std::vector<Answer> answers_;
    Answer* chosen_ = nullptr;
    Line style_;
    bool wary_ = false;
};

}  // namespace garlic::stars
