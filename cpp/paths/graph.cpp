#include "paths/graph.h"

#include <numeric>

namespace garlic::paths {

Graph hexagons(std::span<const std::int32_t> costs, int rows, int columns) {
    std::vector<Vertex> number(costs.size(), kNone);
    std::vector<Cost> existing;
    for (std::size_t cell = 0; cell < costs.size(); ++cell)
        if (costs[cell] > 0) {
            number[cell] = static_cast<Vertex>(existing.size());
            existing.push_back(costs[cell]);
        }

    const auto state = [&](int row, int column) {
        const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
        return inside ? number[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                               static_cast<std::size_t>(column)]
                      : kNone;
    };
    std::vector<std::int32_t> first{0};
    first.reserve(existing.size() + 1);
    std::vector<Vertex> neighbours;
    neighbours.reserve(existing.size() * 6);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            if (state(row, column) == kNone) continue;
            const int left = column - 1 + row % 2;  // of the two states above, and below
            const Vertex around[] = {
                state(row - 1, left),   state(row - 1, left + 1), state(row, column - 1),
                state(row, column + 1), state(row + 1, left),     state(row + 1, left + 1),
            };
            for (const Vertex neighbour : around)
                if (neighbour != kNone) neighbours.push_back(neighbour);
            first.push_back(static_cast<std::int32_t>(neighbours.size()));
        }
    return {std::move(existing), std::move(first), std::move(neighbours)};
}

Graph from_edges(std::vector<Cost> costs, std::span<const std::pair<Vertex, Vertex>> edges) {
    std::vector<std::int32_t> first(costs.size() + 1, 0);
    for (const auto& [a, b] : edges) {
        ++first[at(a) + 1];
        ++first[at(b) + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<Vertex> neighbours(2 * edges.size());
    auto next = first;
    for (const auto& [a, b] : edges) {
        neighbours[static_cast<std::size_t>(next[at(a)]++)] = b;
        neighbours[static_cast<std::size_t>(next[at(b)]++)] = a;
    }
    return {std::move(costs), std::move(first), std::move(neighbours)};
}

}  // namespace garlic::paths
