// Othello's evaluation and its training, for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace garlic {

void bind_othello_training(nanobind::module_& module);

}  // namespace garlic
