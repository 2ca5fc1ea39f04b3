// Who reaches a cell first: safe walks through a maze.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/stars/rules.h"

namespace garlic::stars {

// One garlic's view of a state.
struct View {
    const Maze& maze;
    const State& state;
    std::size_t seat;

    const Garlic& me() const { return state.garlic(seat); }
    const Garlic& other() const { return state.garlic(1 - seat); }

    // Is the garlic still strong in the `steps`th round from now, before the counter drops at its end?
    bool strong_after(int steps) const { return me().status >= steps && me().strong(); }

    bool is_destroyer(Cell cell) const { return state.destroyer(0) == cell || state.destroyer(1) == cell; }

    // Is there somebody on this cell whom a normal garlic must avoid?
    bool is_enemy(Cell cell) const { return is_destroyer(cell) || (other().strong() && other().cell == cell); }

    // The number of neighbours without an enemy.
    int ways_out(Cell cell) const {
        int count = 0;
        for (const Cell there : maze.around(cell)) count += !is_enemy(there);
        return count;
    }
};

// The earliest arrival of a garlic's enemies on each cell: both destroyers, and the other garlic while it is
// strong. Valid until the maze is asked for other distances.
class Enemies {
public:
    explicit Enemies(const View& view);

    int operator[](Cell cell) const {
        const int steps = std::min(from_[0][cell], from_[1][cell]);
        return from_[2] == nullptr ? steps : std::min<int>(steps, from_[2][cell]);
    }

private:
    std::array<Maze::Steps, 3> from_;  // around the walls; distances are symmetric
};

struct Caution {
    int margin = 0;                // a cell must be reached more than this many steps before an enemy
    bool avoid_dead_ends = false;  // avoid cells with one way out while an enemy is near
    int reach = kMaxCells;         // steps to the farthest goal considered
};

// A lazy breadth-first search of the cells that a garlic reaches before any enemy. A strong garlic has no
// enemies.
class SafeWalks {
public:
    struct Goal {
        Cell cell;
        Cell first;  // the first step of the walk
        int steps;
    };

    // Starts a search in this state; both must outlive it.
    void begin(const View& view, const Enemies& enemies, Caution caution);

    // The nearest goal that is wanted, nullopt if there is none within `most` steps. The garlic's own cell is not a
    // goal.
    template <class Wanted>
    std::optional<Goal> nearest(Wanted wanted, int most = kMaxCells) {
        for (std::size_t index = 0;; ++index) {
            while (index == goals_.size() && widen()) {}
            if (index == goals_.size() || goals_[index].steps > most) return std::nullopt;
            if (wanted(goals_[index])) return goals_[index];
        }
    }

private:
    bool widen();
    void enter(Cell from, Cell first, int steps);
    bool safe(Cell cell, int steps) const;

    const View* view_ = nullptr;
    const Enemies* enemies_ = nullptr;
    Caution caution_;
    std::vector<Goal> goals_;          // nearest first
    std::size_t widened_ = 0;          // number of expanded goals
    std::vector<std::uint32_t> seen_;  // by cell: the search that reached it last
    std::uint32_t search_ = 0;
};

}  // namespace garlic::stars
