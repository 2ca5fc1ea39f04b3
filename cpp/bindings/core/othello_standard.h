// The evaluation of standard Othello and its training, for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace garlic::othello::standard {

void bind(nanobind::module_& module);

}  // namespace garlic::othello::standard
