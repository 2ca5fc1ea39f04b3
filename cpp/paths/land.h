// Steps on a map of squares.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "paths/trek.h"

namespace garlic::paths {

inline Ground ground(const Land& land, std::int32_t cell) {
    return static_cast<Ground>(land.cells[static_cast<std::size_t>(cell)]);
}

inline std::int32_t find(const Land& land, Ground wanted) {
    const auto found = std::find(land.cells.begin(), land.cells.end(), static_cast<std::uint8_t>(wanted));
    return static_cast<std::int32_t>(found - land.cells.begin());
}

// Calls visit(cell) for the walkable neighbours of `cell`: up, down, left, right.
template <class Visit>
void each_neighbour(const Land& land, std::int32_t cell, Visit visit) {
    const std::int32_t column = cell % land.columns;
    const auto step = [&](bool inside, std::int32_t to) {
        if (inside && ground(land, to) != Ground::kMountain) visit(to);
    };
    step(cell >= land.columns, cell - land.columns);
    step(cell < (land.rows - 1) * land.columns, cell + land.columns);
    step(column > 0, cell - 1);
    step(column + 1 < land.columns, cell + 1);
}

}  // namespace garlic::paths
