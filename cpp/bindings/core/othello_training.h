// Othello's evaluation, self-play and training, for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace garlic::othello {

void bind_training(nanobind::module_& module);

}  // namespace garlic::othello
