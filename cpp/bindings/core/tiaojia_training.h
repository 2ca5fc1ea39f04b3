// Tiaojia's net and the positions for its training, for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace garlic::tiaojia {

void bind_training(nanobind::module_& module);

}  // namespace garlic::tiaojia
