// Roads between places, as flat arrays. A road can be used in both directions; entering a place costs the cost of
// that place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace garlic::paths {

using Vertex = std::int32_t;
using Cost = std::int64_t;

inline constexpr Vertex kNone = -1;
inline constexpr Cost kUnreached = INT64_MAX / 4;  // two of them add up without overflow

inline constexpr std::size_t at(Vertex vertex) { return static_cast<std::size_t>(vertex); }

// An undirected graph whose vertices have positive costs. A path's cost counts every vertex except the first. With
// the first one added, the sum is the same in both directions, and half of each vertex cost can be moved to the
// edges beside it: so everything known about undirected graphs with positive lengths holds here.
class Graph {
public:
    Graph(std::vector<Cost> costs, std::vector<std::int32_t> first, std::vector<Vertex> neighbours)
        : costs_(std::move(costs)), first_(std::move(first)), neighbours_(std::move(neighbours)) {}

    Vertex size() const { return static_cast<Vertex>(costs_.size()); }
    Cost cost(Vertex vertex) const { return costs_[at(vertex)]; }
    std::span<const Vertex> neighbours(Vertex vertex) const {
        return {neighbours_.data() + first_[at(vertex)], neighbours_.data() + first_[at(vertex) + 1]};
    }

private:
    std::vector<Cost> costs_;
    std::vector<std::int32_t> first_;  // the index of a vertex's first neighbour; one extra entry at the end
    std::vector<Vertex> neighbours_;
};

struct Path {
    Cost cost = 0;  // without the first vertex
    std::vector<Vertex> vertices;
};

// The graph of a country of hexagons, given row by row; a cost of 0 means that there is no state. Odd rows are
// shifted right by half a state. Vertices are numbered in reading order.
Graph hexagons(std::span<const std::int32_t> costs, int rows, int columns);

// The graph of these vertices and undirected edges, each given once.
Graph from_edges(std::vector<Cost> costs, std::span<const std::pair<Vertex, Vertex>> edges);

}  // namespace garlic::paths
