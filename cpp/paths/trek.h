// Crossing a map on foot: A* over (cell, rations).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace garlic::paths {

enum class Ground : std::uint8_t { kFree, kMountain, kSupply, kStart, kGoal };

enum class Heuristic : std::uint8_t { kZero, kManhattan, kSupplies };

// Which states count as visited. kCellOnly is the classic mistake: a cell is never entered again, even with more
// rations. It exists to recognise submissions that make it.
enum class Closed : std::uint8_t { kByRations, kCellOnly };

struct Land {
    std::span<const std::uint8_t> cells;  // values of Ground, row by row; one start, one goal
    int rows = 0;
    int columns = 0;
    std::int32_t rations = 0;  // given by the start and by a supply
};

struct Journey {
    bool arrived = false;
    std::vector<std::int32_t> route;             // the cells from start to goal
    std::vector<std::int32_t> expanded_cells;    // in the order of expansion
    std::vector<std::int32_t> expanded_rations;  // rations left there
    std::int64_t generated = 0;                  // states that entered the queue
    std::int64_t prepared = 0;                   // labels that the heuristic was built from
};

// Called now and then with the number of states expanded so far; may throw to stop the search.
using Pulse = std::function<void(std::int64_t)>;

Journey trek(const Land& land, Heuristic heuristic, Closed closed, const Pulse& pulse);

}  // namespace garlic::paths
