// Both sides of Stars move at once, so it does not use bind_game.
#pragma once

#include <nanobind/nanobind.h>

namespace garlic::stars {

void bind(nanobind::module_& module);

}  // namespace garlic::stars
