// The course's players of Stars, written anew (`baseline:stars/NAME`): what strength is measured
// against, and what a search may expect of its opponent.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "games/stars/rules.h"

namespace garlic::stars {

class Baseline {
public:
    virtual ~Baseline() = default;

    // The cell that the garlic of `seat`, which must be in the game, wants to be on next;
    // kNowhere is suicide. All states must be of one maze.
    virtual Cell choose(const Maze& maze, const State& state, std::size_t seat) = 0;
};

// The player of that name, nothing where there is none. Only `random` draws from the seed. One that
// is asked often may be told to look for nothing that is more than `reach` steps away.
std::unique_ptr<Baseline> make_baseline(std::string_view name, std::uint64_t seed, int reach = kMaxCells);

}  // namespace garlic::stars
