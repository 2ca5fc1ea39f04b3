// Stars moves both sides at once, so it is bound by a function of its own.
#pragma once

#include <nanobind/nanobind.h>

namespace garlic::stars {

void bind(nanobind::module_& module);

}  // namespace garlic::stars
