// Roads between places, as flat arrays. A road can be used both ways; entering a place costs
// what the place costs.
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
inline constexpr Cost kUnreached = INT64_MAX / 4;  // two of them still add up without overflow

inline constexpr std::size_t at(Vertex vertex) { return static_cast<std::size_t>(vertex); }

// An undirected graph whose places have costs above zero. A path's cost counts every place of it
// but the first. Adding the cost of the first turns it into a sum that reads the same from both
// ends, and half of that sum's place costs can be laid on each road beside the place: so all
// that is known of undirected graphs with positive lengths holds here.
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
    std::vector<std::int32_t> first_;  // where a vertex's neighbours begin; one entry more at the end
    std::vector<Vertex> neighbours_;
};

struct Path {
    Cost cost = 0;  // the first vertex's own cost is not in it
    std::vector<Vertex> vertices;
};

// The graph of a country of hexagons, given row by row; a cost of 0 means that there is no
// state. Odd rows are shifted right by half a state. Vertices are numbered in reading order.
Graph hexagons(std::span<const std::int32_t> costs, int rows, int columns);

// The graph of these vertices and undirected edges, each given once.
Graph from_edges(std::vector<Cost> costs, std::span<const std::pair<Vertex, Vertex>> edges);

}  // namespace garlic::paths
