// Simple paths in the order of their costs, ties included.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

#include "paths/graph.h"

namespace garlic::paths {

// The algorithm of Katoh, Ibaraki and Mine: after each path the remaining paths are split into at most three
// families, and the cheapest member of each is found from two shortest-path trees. A path takes a few Dijkstra
// searches, no matter how many paths tie.
class RankedPaths {
public:
    RankedPaths(const Graph& graph, Vertex start, Vertex end);

    // The next path; nullopt after the last one.
    std::optional<Path> next();

private:
    using SharedPath = std::shared_ptr<const Path>;

    // The paths that follow `along` up to an index `from`..`to` and leave it there. At index `from` the
    // vertices `closed` may not come next.
    struct Family {
        SharedPath along;
        std::size_t from = 0;
        std::size_t to = 0;
        std::vector<Vertex> closed;
        SharedPath best;
        std::size_t left_at = 0;  // the index where `best` leaves `along`
        std::size_t age = 0;      // breaks ties: the family found first comes first
    };
    struct Later {
        bool operator()(const Family& a, const Family& b) const {
            return a.best->cost != b.best->cost ? a.best->cost > b.best->cost : a.age > b.age;
        }
    };

    void split(const Family& family);
    void enter(SharedPath along, std::size_t from, std::size_t to, std::vector<Vertex> closed);
    bool find_best(Family& family) const;

    const Graph& graph_;
    const Vertex start_;
    const Vertex end_;
    bool begun_ = false;
    std::size_t families_ = 0;
    std::optional<Family> last_;  // the family of the last path returned, not yet split
    std::priority_queue<Family, std::vector<Family>, Later> queue_;
};

}  // namespace garlic::paths
