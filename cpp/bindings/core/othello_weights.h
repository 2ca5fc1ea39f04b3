// Othello's weights as Python holds them.
#pragma once

#include <memory>

#include "games/othello/weights.h"

namespace garlic::othello {

// The core may keep weights after Python has released them, so Python does not own them.
struct BoundWeights {
    std::shared_ptr<const Weights> weights;
};

}  // namespace garlic::othello
