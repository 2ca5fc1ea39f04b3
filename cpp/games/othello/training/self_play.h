// Fast games of Othello between two sets of weights: training data, and a comparison of two evaluations.
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
    int exact_empties = 10;  // from here on the endgame is solved
    std::uint64_t seed = 0;
};

struct PlayedGame {
    std::string line;  // `POSITION moves m1 m2 ...`; the position is the one after the random plies
    int margin;        // red's final score minus blue's
};

// Plays from a position in the rules' notation. ParseError if it is not one.
PlayedGame play_game(std::string_view position, const std::shared_ptr<const Weights>& red,
                     const std::shared_ptr<const Weights>& blue, const SelfPlayOptions& how);

}  // namespace garlic::othello
