// What the trainer asks of a game's positions.
#pragma once

#include <cstddef>

#include "nets/kernels.h"
#include "nets/shape.h"

namespace garlic::nets {

// A position to learn from. All is from the mover's view.
struct Sample {
    Input own[Shape::kMostActive];  // active inputs of the mover's perspective
    Input enemy[Shape::kMostActive];
    int own_count = 0;
    int enemy_count = 0;
    int bucket = 0;
    float base = 0;    // what the net is added to, in units of Score; 0 if it stands alone
    float score = 0;   // of a search, in units of Score
    float result = 0;  // of the game: 1 won, 0.5 drawn, 0 lost
};

// Positions in the order of their games: the last ones are kept for validation. Used by several threads at once.
class Samples {
public:
    virtual ~Samples() = default;
    virtual std::size_t size() const = 0;
    // Symmetric forms of a position, all worth the same; the trainer shows one of them at a time.
    virtual int symmetries() const { return 1; }
    virtual void read(std::size_t index, int symmetry, Sample& out) const = 0;
};

}  // namespace garlic::nets
