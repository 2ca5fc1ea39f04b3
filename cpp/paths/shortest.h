// Dijkstra's algorithm on a graph with some vertices or edges closed.
#pragma once

#include <algorithm>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "paths/graph.h"

namespace garlic::paths {

// The cheapest ways from a root. A distance counts both ends, so it is the same in both directions.
struct Tree {
    std::vector<Cost> distance;  // kUnreached if there is no way
    std::vector<Vertex> parent;  // kNone for the root and if there is no way
    std::vector<Vertex> order;   // the vertices reached, nearest first
    Vertex root = kNone;

    bool reached(Vertex vertex) const { return distance[at(vertex)] != kUnreached; }

    // From `vertex` to the root.
    std::vector<Vertex> way_up(Vertex vertex) const {
        std::vector<Vertex> way;
        for (; vertex != kNone; vertex = parent[at(vertex)]) way.push_back(vertex);
        return way;
    }

    std::vector<Vertex> way_down(Vertex vertex) const {
        auto way = way_up(vertex);
        std::reverse(way.begin(), way.end());
        return way;
    }
};

struct AllOpen {
    bool operator()(Vertex, Vertex) const { return true; }
};

// The tree from `root` over the edges for which open(u, v) holds. With a `target` the search ends as soon as that is
// settled; the rest of the tree is then incomplete.
//
// Costs lie on vertices, so the first vertex that reaches a neighbour is the cheapest way into it: every vertex enters
// the queue once, with its final distance.
template <class Open = AllOpen>
Tree shortest_tree(const Graph& graph, Vertex root, Open open = {}, Vertex target = kNone) {
    Tree tree;
    tree.root = root;
    tree.distance.assign(at(graph.size()), kUnreached);
    tree.parent.assign(at(graph.size()), kNone);
    tree.order.reserve(at(graph.size()));

    using Entry = std::pair<Cost, Vertex>;
    std::vector<Entry> room;
    room.reserve(4096);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue(std::greater<>{}, std::move(room));
    tree.distance[at(root)] = graph.cost(root);
    queue.emplace(graph.cost(root), root);
    while (!queue.empty()) {
        const auto [distance, vertex] = queue.top();
        queue.pop();
        tree.order.push_back(vertex);
        if (vertex == target) break;
        for (const Vertex next : graph.neighbours(vertex)) {
            if (tree.reached(next) || !open(vertex, next)) continue;
            tree.distance[at(next)] = distance + graph.cost(next);
            tree.parent[at(next)] = vertex;
            queue.emplace(tree.distance[at(next)], next);
        }
    }
    return tree;
}

// A cheapest path, if there is one. `without` closes one edge.
std::optional<Path> shortest_path(const Graph& graph, Vertex start, Vertex end,
                                  std::pair<Vertex, Vertex> without = {kNone, kNone});

}  // namespace garlic::paths
