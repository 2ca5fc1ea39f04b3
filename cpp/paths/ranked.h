// Simple paths in the order of their costs, ties included.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

#include "paths/graph.h"

namespace garlic::paths {

// Katoh, Ibaraki and Mine's way of splitting what is left after each path: at most three
// families of paths, each of which shows its cheapest member from two trees. A path costs a few
// Dijkstra searches, however many paths tie.
class RankedPaths {
public:
    RankedPaths(const Graph& graph, Vertex start, Vertex end);

    // The next path; nothing once all have been given.
    std::optional<Path> next();

private:
    using SharedPath = std::shared_ptr<const Path>;

    // The paths that follow `along` up to a place numbered `from`..`to` and leave it there. At
    // place `from` the vertices `closed` may not come next.
    struct Family {
        SharedPath along;
        std::size_t from = 0;
        std::size_t to = 0;
        std::vector<Vertex> closed;
        SharedPath best;
        std::size_t left_at = 0;  // the place where `best` leaves `along`
        std::size_t age = 0;      // settles ties: the family found first comes first
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
    std::optional<Family> last_;  // the family of the last path given, not yet split
    std::priority_queue<Family, std::vector<Family>, Later> queue_;
};

}  // namespace garlic::paths
