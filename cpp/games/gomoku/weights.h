// The weights of the evaluation and of the order of moves: one for each combination of a point's four shapes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/gomoku/rules.h"
#include "games/gomoku/threats/shapes.h"
#include "garlic/game.h"

namespace garlic::gomoku {

// Combinations of four shapes, whatever their order on the four lines.
constexpr int kCombinations = kShapeCount * (kShapeCount + 1) * (kShapeCount + 2) * (kShapeCount + 3) / 24;
// 0 to kCombinations - 1; the shapes must exist.
int combination_of(ShapeSet shapes);

// What a position looks like as a whole, as bits: may the mover make a four, an open three; may the other side make a
// four, one that wins, an open three?
constexpr int kSituations = 32;

// The weights of one rule set. Under renju each side has its own tables, else they share one.
struct RuleWeights {
    using Table = std::array<std::int16_t, kCombinations>;
    struct SideWeights {
        Table to_move{};   // what a point is worth to this side if it is to move, in sixteenths of a score unit
        Table waiting{};   // and if it is not
        Table attack{};    // how likely this side is to play on a point with its own shapes, for the order of moves,
        Table defence{};   // and with the shapes of the other side
    };
    std::array<SideWeights, 2> sides;
    std::array<std::int16_t, kSituations> situations{};  // like values, for the mover
};

constexpr int kRules = 3;
constexpr int tables_of(Rule rule) { return rule == Rule::kRenju ? 2 : 1; }

// One unit of the logarithm of a probability, in the tables for the order of moves.
constexpr int kOrderUnit = 256;

// Weights as bytes: for freestyle, standard and renju the tables of each side, then the situations; two bytes each, the
// lower first.
constexpr std::size_t kWeightBytes = 2 * (4 * 4 * std::size_t{kCombinations} + kRules * kSituations);
std::vector<std::uint8_t> packed(const std::array<RuleWeights, kRules>& weights);
// Throws ParseError if their number is wrong.
std::array<RuleWeights, kRules> parse_weights(std::span<const std::uint8_t> bytes);

// Weights set by hand, for a core that has been given none: enough to play and to begin training with.
std::array<RuleWeights, kRules> handmade_weights();

}  // namespace garlic::gomoku
