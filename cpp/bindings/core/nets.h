// Nets and their trainer, for Python.
#pragma once

#include <nanobind/nanobind.h>

#include "nets/game.h"

namespace garlic::nets {

void bind(nanobind::module_& module);
// Registers what a game offers for its net, for net_game().
void bind_game(nanobind::module_& module, const char* name, const Game& game);

}  // namespace garlic::nets
