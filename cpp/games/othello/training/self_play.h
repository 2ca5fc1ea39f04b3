// Whole games of Othello between two sets of weights, quick and plain: what the evaluation is
// trained on, and how two of them are compared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "games/othello/weights.h"

namespace garlic::othello {

struct SelfPlayOptions {
    int random_plies = 0;    // at the start
    int depth = 4;           // of the search for every further move
    int exact_empties = 10;  // from here on every move is the best one
    std::uint64_t seed = 0;
};

struct PlayedGame {
    std::string line;  // `POSITION moves m1 m2 ...`; the position is the one after the random plies
    int margin;        // red's final score less blue's
};

// Plays from a position, as the rules print it. ParseError if it is none.
PlayedGame play_game(std::string_view position, const std::shared_ptr<const Weights>& red,
                     const std::shared_ptr<const Weights>& blue, const SelfPlayOptions& how);

}  // namespace garlic::othello
