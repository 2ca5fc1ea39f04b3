// Training of the evaluation of standard Othello: positions of quick games, their values by search, and the fit.
//
// The last stage is fitted on solved positions. Each stage before it is fitted on values of a search that ends in the
// stages fitted already: so no value rests on how well somebody played on.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/othello/standard/evaluation.h"
#include "games/othello/weights.h"

namespace garlic::othello::standard {

struct Discs {
    std::uint64_t own;  // of the mover
    std::uint64_t other;
};
static_assert(sizeof(Discs) == 16);

// Positions of one quick game with a random opening. In place of some of them is what follows a random move there: a
// search sees such positions, too.
std::vector<Discs> positions_of_game(const std::shared_ptr<const othello::Weights>& weights, std::uint64_t seed);

// The margin of each position for its mover, in 1/32 of a disc: exact with no more than `exact_empties` empty cells,
// else by the engine's search of `depth` plies. It depends on the positions before it, which fill the table.
std::vector<std::int16_t> values_of(std::span<const Discs> positions, int depth, int exact_empties);

// The weights of one stage, fitted by stochastic gradient descent on least squares.
struct Fit {
    std::vector<float> weights;  // of distinct states, then scalars, in discs
    double error = 0;            // root mean square of the held-out positions, in discs, close ones counting most
};
struct FitOptions {
    int epochs;
    float rate;       // share of an error that an epoch's first steps correct
    float last_rate;  // and its last
    float close;      // margin in discs at which a position counts half
    int hold_out;     // one position in so many is not fitted
    std::uint64_t seed;
};
Fit fit_stage(std::span<const Discs> positions, std::span<const std::int16_t> values, std::vector<float> start,
              const FitOptions& options);

}  // namespace garlic::othello::standard
