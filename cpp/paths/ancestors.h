// A growing tree with long jumps towards the root.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "paths/graph.h"

namespace garlic::paths {

// Every vertex stores its parent and one far ancestor, chosen by depth alone, so that vertices of equal depth jump
// equally far. Climbing any distance takes a logarithmic number of steps, with two numbers stored per vertex.
class Ancestors {
public:
    Ancestors(Vertex size, Vertex root) : parent_(at(size), kNone), jump_(at(size), kNone), depth_(at(size), 0) {
        parent_[at(root)] = jump_[at(root)] = root;
    }

    bool contains(Vertex vertex) const { return parent_[at(vertex)] != kNone; }
    Vertex parent(Vertex vertex) const { return parent_[at(vertex)]; }
    Vertex jump(Vertex vertex) const { return jump_[at(vertex)]; }

    void add(Vertex leaf, Vertex parent) {
        const Vertex far = jump_[at(parent)];
        const bool same_length = depth_[at(parent)] - depth_[at(far)] == depth_[at(far)] - depth_[at(jump_[at(far)])];
        parent_[at(leaf)] = parent;
        jump_[at(leaf)] = same_length ? jump_[at(far)] : parent;
        depth_[at(leaf)] = depth_[at(parent)] + 1;
    }

    Vertex common(Vertex a, Vertex b) const {
        if (depth_[at(a)] < depth_[at(b)]) std::swap(a, b);
        while (depth_[at(a)] > depth_[at(b)])
            a = depth_[at(jump_[at(a)])] >= depth_[at(b)] ? jump_[at(a)] : parent_[at(a)];
        while (a != b) {
            const bool far = jump_[at(a)] != jump_[at(b)];
            a = far ? jump_[at(a)] : parent_[at(a)];
            b = far ? jump_[at(b)] : parent_[at(b)];
        }
        return a;
    }

private:
    std::vector<Vertex> parent_;
    std::vector<Vertex> jump_;
    std::vector<std::int32_t> depth_;
};

// Finds the nearest ancestor whose value exceeds a bound. Vertices must be given with parents first.
class NearestAbove {
public:
    NearestAbove(const Ancestors& tree, std::vector<Cost> values, const std::vector<Vertex>& order)
        : tree_(tree), values_(std::move(values)), skipped_(values_.size(), -kUnreached) {
        for (const Vertex vertex : order) {
            const Vertex parent = tree_.parent(vertex);
            // The highest value from here up to, but not including, the far end of the jump.
            Cost highest = values_[at(vertex)];
            for (Vertex step = parent; step != tree_.jump(vertex); step = tree_.jump(step))
                highest = std::max(highest, skipped_[at(step)]);
            skipped_[at(vertex)] = highest;
        }
    }

    // The nearest ancestor of `vertex`, itself included, with a value above `bound`.
    std::optional<Vertex> find(Vertex vertex, Cost bound) const {
        for (;;) {
            if (values_[at(vertex)] > bound) return vertex;
            if (tree_.parent(vertex) == vertex) return std::nullopt;
            vertex = skipped_[at(vertex)] > bound ? tree_.parent(vertex) : tree_.jump(vertex);
        }
    }

private:
    const Ancestors& tree_;
    std::vector<Cost> values_;
    std::vector<Cost> skipped_;
};

}  // namespace garlic::paths
