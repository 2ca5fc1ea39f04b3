// The weights of Gomoku's evaluation, games to fit them to, and the fit.
#pragma once

#include <nanobind/nanobind.h>

namespace garlic::gomoku {

void bind_training(nanobind::module_& module);

}  // namespace garlic::gomoku
