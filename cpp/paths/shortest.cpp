#include "paths/shortest.h"

namespace garlic::paths {

std::optional<Path> shortest_path(const Graph& graph, Vertex start, Vertex end, std::pair<Vertex, Vertex> without) {
    const auto open = [without](Vertex from, Vertex to) {
        return without != std::pair{from, to} && without != std::pair{to, from};
    };
    const Tree tree = shortest_tree(graph, start, open, end);
    if (!tree.reached(end)) return std::nullopt;
    return Path{tree.distance[at(end)] - graph.cost(start), tree.way_down(end)};
}

}  // namespace garlic::paths
