// The evaluation of empty points: tables of what a point is worth by its four shapes, made from the weights.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/gomoku/threats/board.h"
#include "games/gomoku/threats/shapes.h"
#include "games/gomoku/weights.h"

namespace garlic::gomoku {

// Weights are in sixteenths of a score unit.
constexpr int kWeightUnit = 16;

// The tables of one rule set, indexed by ShapeSet.
struct Evaluation {
    struct Order {
        std::int16_t attack = 0;
        std::int16_t defence = 0;
    };
    std::array<std::vector<PointValue>, 2> values;  // of a side
    std::array<std::vector<Order>, 2> orders;
    std::array<std::int16_t, kSituations> situations;

    Evaluation(Rule rule, const RuleWeights& weights);
};

// The evaluation that positions of this rule set get from now on. It stays valid.
const Evaluation& current_evaluation(Rule rule);

// Sets the evaluation of all rule sets. Positions that exist already keep theirs.
void set_weights(const std::array<RuleWeights, kRules>& weights);

}  // namespace garlic::gomoku
