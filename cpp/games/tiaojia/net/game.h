// What Tiaojia offers so that its net can be trained and used.
#pragma once

#include "nets/game.h"

namespace garlic::tiaojia {

const nets::Game& net_game();

}  // namespace garlic::tiaojia
