// The model of the opponent: it follows one of the styles, which its moves reveal, or it plans as well and replies
// with what is worst for the player.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "games/stars/planning/policy.h"
#include "garlic/chance.h"

namespace garlic::stars {

class OpponentModel {
public:
    static constexpr std::size_t kThinks = kStyles;  // the index after the styles
    using Beliefs = std::array<double, kStyles + 1>;

    // Resets to the prior.
    void reset();

    // Updates the beliefs: the opponent, in `seat`, moved from one state to the next.
    void observe(const Policy& policy, const State& before, const State& now, std::size_t seat);

    // The replies of a planning opponent. `wary`: so much is at stake that styles are hardly trusted.
    void begin(const std::vector<Line>& answers, bool wary);

    // The opponent's line for the next rollout; valid until the next call.
    const Line& expect(Stream& luck);

    // The score of that rollout for the player.
    void learn(double score);

    // Old results count half: the player's candidates have become fewer.
    void fade();

    // The probability of each style and, last, that the opponent plans.
    const Beliefs& beliefs() const { return beliefs_; }

private:
    struct Answer {
        Line line;
        double visits = 0;
        double sum = 0;  // of the player's scores: the lower, the better for the opponent

        double mean() const { return visits > 0 ? sum / visits : -1e9; }
    };

    double predicted(Cell cell) const;
    std::size_t draw_kind(Stream& luck) const;
    Answer& draw_answer(Stream& luck);

    Beliefs beliefs_{};
    std::vector<Answer> answers_;
    Answer* chosen_ = nullptr;
    Line style_;
    bool wary_ = false;
};

}  // namespace garlic::stars
