// Nets and their trainer, for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace garlic::nets {

void bind(nanobind::module_& module);

}  // namespace garlic::nets
