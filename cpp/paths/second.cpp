// How it works
//
// Call a vertex *tight* if it lies on some shortest path from start to end, and let the *web* be all edges of
// shortest paths, directed towards the end. Every vertex has a level that increases along the web. A simple path
// that is not a shortest one does one of two things.
//
// 1. It leaves the web by an edge outside it, at a tight vertex x, and returns to the tight vertices at another one, y.
// Going from the start to x within the web, then like the path to y, then to the end within the web, is not
// more expensive. If x is not higher than y, the parts cannot meet; if it is higher, going round the other way is
// even cheaper. So the best *excursion* is a simple path. For each vertex outside the web take the tight vertex where
// the cheapest way from the start leaves the web, and the one where the cheapest way to the end enters it: along the
// best excursion, some edge must lead from a vertex to one with another gate, and the ways through that edge are not
// more expensive.
//
// 2. It stays in the web and follows a part of it backwards. Going up to x, back down to y, and on to the end costs
// twice the climb from y to x more. One such *retreat* is enough: of several, the lowest rise or fall among the
// turning points can be made the only fall, with ways before and after it that stay out of its levels. So y must lead
// to x, and there must be ways from the start to x and from y to the end that do not meet. Let dominator(x) be the
// last vertex before x that all ways from the start to x share, and likewise from y towards the end. In a retreat,
//     dominator(x) lies below y, and the end's dominator(y) lies above x.     (*)
// Conversely, the pair of least climb with (*) is a retreat. By (*) there are a way U up to x that avoids y,
// and a way V from y on that avoids x. If they met, let m be their highest common vertex: from m two ways lead
// on, to x and past x, that share nothing up to x's level, so x and m would satisfy (*) with less climb. And if
// a way from y up to x met U or V in between, a part of it would be a retreat of less climb. It remains to find
// that pair. On the way from y to x no inner vertex satisfies (*) with either end, so all of them are below y
// in the dominator tree, and with them the last vertex p before x. So for every edge p -> x of the web the best
// y is the nearest ancestor of p whose own dominator towards the end lies above x.
#include "paths/second.h"

#include "paths/ancestors.h"
#include "paths/shortest.h"

namespace garlic::paths {
namespace {

class SecondPath {
public:
    SecondPath(const Graph& graph, Vertex start, Vertex end)
        : graph_(graph), start_(start), end_(end), from_(shortest_tree(graph, start)) {
        if (start == end || !from_.reached(end)) return;
        to_ = shortest_tree(graph, end);
        find_excursion();
        find_retreat();
    }

    std::optional<Path> path() const {
        if (extra_ == kUnreached) return std::nullopt;
        return Path{from_.distance[at(end_)] - graph_.cost(start_) + extra_,
                    retreat_ ? retreat_way() : excursion_way()};
    }

private:
    // The cost of a path through `vertex`, with both ends, above the minimum.
    Cost through(Vertex vertex) const {
        return from_.distance[at(vertex)] + to_.distance[at(vertex)] - graph_.cost(vertex) - from_.distance[at(end_)];
    }
    bool tight(Vertex vertex) const { return from_.reached(vertex) && through(vertex) == 0; }
    // Twice the distance from the start to the middle of `vertex`.
    Cost level(Vertex vertex) const { return 2 * from_.distance[at(vertex)] - graph_.cost(vertex); }
    bool in_web(Vertex from, Vertex to) const {
        return tight(from) && tight(to) && from_.distance[at(from)] + graph_.cost(to) == from_.distance[at(to)];
    }

    // Records an extra cost if it is the best so far.
    bool improves(Cost extra) {
        if (extra >= extra_) return false;
        extra_ = extra;
        return true;
    }

    // For every vertex, the last tight one on its way from the tree's root.
    std::vector<Vertex> gates(const Tree& tree) const {
        std::vector<Vertex> gate(at(graph_.size()), kNone);
        for (const Vertex vertex : tree.order)
            gate[at(vertex)] = tight(vertex) ? vertex : gate[at(tree.parent[at(vertex)])];
        return gate;
    }

    void find_excursion() {
        const auto leaves = gates(from_);
        const auto enters = gates(to_);
        for (const Vertex vertex : from_.order) {
            for (const Vertex next : graph_.neighbours(vertex)) {
                if (leaves[at(vertex)] == enters[at(next)] || in_web(vertex, next) || in_web(next, vertex)) continue;
                const Cost extra = from_.distance[at(vertex)] + to_.distance[at(next)] - from_.distance[at(end_)];
                if (improves(extra)) {
                    last_out_ = vertex;
                    first_back_ = next;
                }
            }
        }
    }

    std::vector<Vertex> excursion_way() const {
        auto way = from_.way_down(last_out_);
        const auto back = to_.way_up(first_back_);
        way.insert(way.end(), back.begin(), back.end());
        return way;
    }

    // The dominator tree of the web from `root`; `order` goes outwards from there.
    template <class Points>
    Ancestors dominators(Vertex root, const std::vector<Vertex>& order, Points into) const {
        Ancestors tree(graph_.size(), root);
        for (const Vertex vertex : order) {
            if (vertex == root) continue;
            Vertex shared = kNone;
            for (const Vertex before : graph_.neighbours(vertex))
                if (into(before, vertex)) shared = shared == kNone ? before : tree.common(shared, before);
            tree.add(vertex, shared);
        }
        return tree;
    }

    void find_retreat() {
        std::vector<Vertex> upwards;
        for (const Vertex vertex : from_.order)
            if (tight(vertex)) upwards.push_back(vertex);
        const std::vector<Vertex> downwards(upwards.rbegin(), upwards.rend());
        const auto from_start =
            dominators(start_, upwards, [this](Vertex before, Vertex vertex) { return in_web(before, vertex); });
        const auto from_end =
            dominators(end_, downwards, [this](Vertex before, Vertex vertex) { return in_web(vertex, before); });

        std::vector<Cost> ceiling(at(graph_.size()), -kUnreached);
        for (const Vertex vertex : upwards) ceiling[at(vertex)] = level(from_end.parent(vertex));
        const NearestAbove nearest(from_start, std::move(ceiling), upwards);
        for (const Vertex top : upwards)
            for (const Vertex before : graph_.neighbours(top)) {
                if (!in_web(before, top)) continue;
                const auto bottom = nearest.find(before, level(top));
                if (!bottom || level(*bottom) <= level(from_start.parent(top))) continue;
                if (!improves(level(top) - level(*bottom))) continue;
                retreat_ = true;
                top_ = top;
                bottom_ = *bottom;
            }
    }

    // A way within the web from `from` up to `to` that avoids `avoided`. There must be one.
    std::vector<Vertex> climb(Vertex from, Vertex to, Vertex avoided) const {
        std::vector<Vertex> above(at(graph_.size()), kNone);
        std::vector<Vertex> open{to};
        above[at(to)] = to;
        while (!open.empty() && above[at(from)] == kNone) {
            const Vertex vertex = open.back();
            open.pop_back();
            for (const Vertex before : graph_.neighbours(vertex))
                if (before != avoided && above[at(before)] == kNone && in_web(before, vertex)) {
                    above[at(before)] = vertex;
                    open.push_back(before);
                }
        }
        std::vector<Vertex> way{from};
        while (way.back() != to) way.push_back(above[at(way.back())]);
        return way;
    }

    std::vector<Vertex> retreat_way() const {
        auto up = climb(start_, top_, bottom_);
        const auto on = climb(bottom_, end_, top_);
        const auto fall = climb(bottom_, top_, kNone);
        up.insert(up.end(), fall.rbegin() + 1, fall.rend() - 1);
        up.insert(up.end(), on.begin(), on.end());
        return up;
    }

    const Graph& graph_;
    const Vertex start_;
    const Vertex end_;
    const Tree from_;
    Tree to_;
    Cost extra_ = kUnreached;    // of the best way so far, above the shortest path
    Vertex last_out_ = kNone;    // an excursion follows one tree to here,
    Vertex first_back_ = kNone;  // and the other tree from here
    bool retreat_ = false;       // the best is a retreat, from top_ down to bottom_
    Vertex top_ = kNone;
    Vertex bottom_ = kNone;
};

}  // namespace

std::optional<Path> second_path(const Graph& graph, Vertex start, Vertex end) {
    return SecondPath(graph, start, end).path();
}

}  // namespace garlic::paths
