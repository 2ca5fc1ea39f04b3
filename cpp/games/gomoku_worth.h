// What points are worth: the tables of GomokuVerdict, made from the weights in gomoku_weights.h.
#pragma once

#include <array>
#include <cstdint>

#include "games/gomoku.h"
#include "games/gomoku_board.h"
#include "games/gomoku_shapes.h"

namespace garlic {

// What counts of a point: its two best shapes as a pair, and the other two one by one. Features
// come in blocks, one for a side that is to move and one for a side that is not; under renju each
// colour has its own.
constexpr int kGomokuPairs = kGomokuShapes * (kGomokuShapes + 1) / 2;
constexpr int kGomokuBlock = kGomokuPairs + kGomokuShapes;

constexpr int gomoku_blocks(GomokuRule rule) { return rule == GomokuRule::kRenju ? 4 : 2; }

// The block of a side that is, or is not, to move.
constexpr int gomoku_block(GomokuRule rule, Side side, bool to_move) {
    return (rule == GomokuRule::kRenju && side == Side::kSecond ? 2 : 0) + (to_move ? 0 : 1);
}

// The three features of a point within a block; each counts once.
std::array<int, 3> gomoku_features(GomokuShapeSet shapes);

// Weights are in sixteenths of a score unit.
constexpr int kGomokuFineness = 16;

// The table of a side, by sets of shapes. It lasts.
const GomokuVerdict* gomoku_verdicts(GomokuRule rule, Side side);

}  // namespace garlic
