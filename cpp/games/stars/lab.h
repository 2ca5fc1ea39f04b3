// The course's Stars players, reimplemented (`baseline:stars/NAME`): opponents to measure strength against, and
// models of what an opponent may do.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "games/stars/rules.h"

namespace garlic::stars {

class Baseline {
public:
    virtual ~Baseline() = default;

    // The cell that the garlic of `seat`, which must be in the game, moves to; kNowhere is suicide. All states must
    // be of one maze.
    virtual Cell choose(const Maze& maze, const State& state, std::size_t seat) = 0;
};

// The player of that name, or null. Only `random` uses the seed. For frequent calls, `reach` limits how many
// steps away it looks.
std::unique_ptr<Baseline> make_baseline(std::string_view name, std::uint64_t seed, int reach = kMaxCells);

}  // namespace garlic::stars
