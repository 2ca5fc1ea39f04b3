// The next-to-shortest path: the cheapest simple path that costs more than the shortest.
#pragma once

#include <optional>

#include "paths/graph.h"

namespace garlic::paths {

// Time n log n, memory n. nullopt if there is no such path.
std::optional<Path> second_path(const Graph& graph, Vertex start, Vertex end);

}  // namespace garlic::paths
