#include "paths/ranked.h"

#include <algorithm>
#include <utility>

#include "paths/shortest.h"

namespace garlic::paths {
namespace {

constexpr std::int32_t kOff = -1;

// The tree from one end of `along[from..]`, built to contain that path, and for each vertex the index where its way
// from the root leaves the path.
struct LabelledTree {
    Tree tree;
    std::vector<std::int32_t> leaves;
};

template <class Open>
LabelledTree grow(const Graph& graph, const std::vector<Vertex>& along, std::size_t from,
                  const std::vector<std::int32_t>& place, bool from_end, Open open) {
    const Vertex root = from_end ? along.back() : along[from];
    LabelledTree grown{shortest_tree(graph, root, open), {}};
    // The path is as cheap as any way, so the tree may use it where it chose another.
    for (std::size_t i = from; i + 1 < along.size(); ++i) {
        if (from_end) grown.tree.parent[at(along[i])] = along[i + 1];
        else grown.tree.parent[at(along[i + 1])] = along[i];
    }
    grown.leaves.assign(at(graph.size()), kOff);
    for (const Vertex vertex : grown.tree.order)
        grown.leaves[at(vertex)] =
            place[at(vertex)] != kOff ? place[at(vertex)] : grown.leaves[at(grown.tree.parent[at(vertex)])];
    return grown;
}

}  // namespace

RankedPaths::RankedPaths(const Graph& graph, Vertex start, Vertex end) : graph_(graph), start_(start), end_(end) {}

std::optional<Path> RankedPaths::next() {
    if (!begun_) {
        begun_ = true;
        auto first = shortest_path(graph_, start_, end_);
        if (!first) return std::nullopt;
        const auto shared = std::make_shared<const Path>(std::move(*first));
        // As if it had left an empty path at its first vertex: split() then opens all of it.
        last_ = Family{.along = nullptr, .from = 0, .to = 0, .closed = {}, .best = shared, .left_at = 0, .age = 0};
        return *shared;
    }
    if (last_) split(*std::exchange(last_, std::nullopt));
    if (queue_.empty()) return std::nullopt;
    last_ = queue_.top();
    queue_.pop();
    return *last_->best;
}

void RankedPaths::split(const Family& family) {
    const std::size_t left_at = family.left_at;
    const SharedPath& best = family.best;
    if (!family.along) {
        if (best->vertices.size() > 1) enter(best, 0, best->vertices.size() - 2, {});
        return;
    }
    auto closed = left_at == family.from ? family.closed : std::vector<Vertex>{};
    closed.push_back(best->vertices[left_at + 1]);
    enter(family.along, left_at, family.to, std::move(closed));
    if (left_at > family.from) enter(family.along, family.from, left_at - 1, family.closed);
    if (left_at + 3 <= best->vertices.size()) enter(best, left_at + 1, best->vertices.size() - 2, {});
}

void RankedPaths::enter(SharedPath along, std::size_t from, std::size_t to, std::vector<Vertex> closed) {
    Family family{.along = std::move(along),
                  .from = from,
                  .to = to,
                  .closed = std::move(closed),
                  .best = nullptr,
                  .left_at = 0,
                  .age = families_++};
    if (find_best(family)) queue_.push(std::move(family));
}

// Within a family the path it follows is a shortest one from index `from` on, once the earlier vertices and the
// closed ones are removed. So the best member leaves it once and returns once. The two ways of a vertex off the path
// leave it in order: the way from the front never later than the way from the back, or swapping the two would make
// them cheaper. Hence the best member has an edge where the first index is strictly lower than the second.
bool RankedPaths::find_best(Family& family) const {
    const auto& along = family.along->vertices;
    std::vector<std::int32_t> place(at(graph_.size()), kOff);
    std::vector<bool> passed(at(graph_.size()), false);
    for (std::size_t i = 0; i < family.from; ++i) passed[at(along[i])] = true;
    for (std::size_t i = family.from; i < along.size(); ++i) place[at(along[i])] = static_cast<std::int32_t>(i);

    const Vertex fork = along[family.from];
    const auto is_closed = [&](Vertex vertex) {
        return std::find(family.closed.begin(), family.closed.end(), vertex) != family.closed.end();
    };
    const auto open = [&](Vertex from, Vertex to) {
        return !passed[at(to)] && !(from == fork && is_closed(to)) && !(to == fork && is_closed(from));
    };
    const auto front = grow(graph_, along, family.from, place, false, open);
    const auto back = grow(graph_, along, family.from, place, true, open);

    const auto last = static_cast<std::int32_t>(family.to);
    Cost best = kUnreached;
    Vertex out = kNone;  // the best member follows `front` to here,
    Vertex in = kNone;   // and `back` from here
    for (const Vertex vertex : front.tree.order) {
        const std::int32_t leaves = front.leaves[at(vertex)];
        if (leaves > last) continue;
        for (const Vertex next : graph_.neighbours(vertex)) {
            const bool on_path = place[at(vertex)] != kOff && place[at(next)] == place[at(vertex)] + 1;
            if (leaves >= back.leaves[at(next)] || on_path || !open(vertex, next)) continue;
            const Cost cost = front.tree.distance[at(vertex)] + back.tree.distance[at(next)];
            if (cost >= best) continue;
            best = cost;
            out = vertex;
            in = next;
        }
    }
    if (best == kUnreached) return false;

    Path path;
    path.vertices.assign(along.begin(), along.begin() + static_cast<std::ptrdiff_t>(family.from));
    const auto way_out = front.tree.way_down(out);
    path.vertices.insert(path.vertices.end(), way_out.begin(), way_out.end());
    const auto way_in = back.tree.way_up(in);
    path.vertices.insert(path.vertices.end(), way_in.begin(), way_in.end());
    for (std::size_t i = 1; i < path.vertices.size(); ++i) path.cost += graph_.cost(path.vertices[i]);
    family.best = std::make_shared<const Path>(std::move(path));
    family.left_at = static_cast<std::size_t>(front.leaves[at(out)]);
    return true;
}

}  // namespace garlic::paths
