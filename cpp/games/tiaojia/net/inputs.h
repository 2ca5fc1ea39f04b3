// The inputs of Tiaojia's net: a stone of one's own, or of the enemy, on each cell of the board of 12x12.
#pragma once

#include <algorithm>

#include "games/tiaojia/rules.h"
#include "nets/kernels.h"
#include "nets/shape.h"

namespace garlic::tiaojia {

constexpr int kNetCells = Position::kSide * Position::kSide;
constexpr int kNetBuckets = 8;
constexpr int kNetHidden = 64;
// The start has 16 stones; positions set up with many more are left to the linear evaluation.
constexpr int kNetStones = 40;
constexpr nets::Shape kNetShape{2 * kNetCells, kNetHidden, 0, kNetBuckets, kNetStones};

// A stone on the cell `number`, counted by rows of 12.
constexpr nets::Input net_input(int number, bool own) {
    return static_cast<nets::Input>(own ? number : number + kNetCells);
}
// The same for a cell of Position.
constexpr nets::Input stone_input(int cell, bool own) {
    return net_input(cell / Position::kStride * Position::kSide + cell % Position::kStride, own);
}

// The layers by the plies left, so that the net knows how far the end is.
constexpr int net_bucket(int ply) {
    return std::clamp((Position::kLastPly - ply - 1) * kNetBuckets / Position::kLastPly, 0, kNetBuckets - 1);
}

}  // namespace garlic::tiaojia
