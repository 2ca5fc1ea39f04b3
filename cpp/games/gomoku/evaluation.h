// The evaluation of empty points: the tables of PointValue, computed from the weights in weights.h.
#pragma once

#include <array>
#include <cstdint>

#include "games/gomoku/rules.h"
#include "games/gomoku/threats/board.h"
#include "games/gomoku/threats/shapes.h"

namespace garlic::gomoku {

// The features of a point: its two best shapes as a pair, and the other two one by one. Features come in
// blocks, one for the side to move and one for the other side; in renju each colour has its own blocks.
constexpr int kShapePairs = kShapeCount * (kShapeCount + 1) / 2;
constexpr int kBlockSize = kShapePairs + kShapeCount;

constexpr int block_count(Rule rule) { return rule == Rule::kRenju ? 4 : 2; }

// The block of a side that is, or is not, to move.
constexpr int block_of(Rule rule, Side side, bool to_move) {
    return (rule == Rule::kRenju && side == Side::kSecond ? 2 : 0) + (to_move ? 0 : 1);
}

// The three features of a point within a block; each counts once.
std::array<int, 3> features_of(ShapeSet shapes);

// Weights are in sixteenths of a score unit.
constexpr int kWeightUnit = 16;

// The table of a side, indexed by ShapeSet. It is static.
const PointValue* point_values(Rule rule, Side side);

}  // namespace garlic::gomoku
