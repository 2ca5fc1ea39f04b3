// Fits the weights of a rule set to games.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/gomoku/training/games.h"
#include "games/gomoku/weights.h"

namespace garlic::gomoku {

struct FitOptions {
    int epochs = 20;
    float rate = 0.004F;  // of Adam, for weights in score units of 100
    float last_rate = 0.0001F;
    float result_share = 0.6F;  // of the result in what a position should be worth; the rest is the search's score
    int hold_out = 20;          // one game in so many is not fitted
    std::uint64_t seed = 1;
};

// What the held-out positions say: the mean cross entropy of their worth, and of the moves that were played.
struct FitLoss {
    double value = 0;
    double order = 0;
    double chosen_first = 0;  // share of the moves that the order puts first
    std::uint64_t positions = 0;
};

struct Fit {
    RuleWeights weights;
    std::uint64_t positions = 0;  // that were fitted
    std::vector<FitLoss> losses;  // after each epoch, and at first with `start`
};

// Fits the weights by Adam. Each table is the sum of coarse weights (of the two best shapes together and of the others
// one by one) and of a correction for each combination, which is pulled towards zero: rare combinations stay close to
// what their shapes say.
template <Rule kRule>
Fit fit_weights(const std::vector<PlayedGame>& games, const RuleWeights& start, const FitOptions& options);

extern template Fit fit_weights<Rule::kFreestyle>(const std::vector<PlayedGame>&, const RuleWeights&,
                                                  const FitOptions&);
extern template Fit fit_weights<Rule::kStandard>(const std::vector<PlayedGame>&, const RuleWeights&, const FitOptions&);
extern template Fit fit_weights<Rule::kRenju>(const std::vector<PlayedGame>&, const RuleWeights&, const FitOptions&);

}  // namespace garlic::gomoku
