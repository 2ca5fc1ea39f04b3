// Who gets where first in a maze: what the players of Stars plan their walks with.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "games/stars.h"

namespace garlic::stars {

// One garlic's view of a state.
struct View {
    const Maze& maze;
    const State& state;
    std::size_t seat;

    const Garlic& me() const { return state.garlic(seat); }
    const Garlic& other() const { return state.garlic(1 - seat); }

    // Is the garlic still strong in the `steps`th round from now, before the count at its end?
    bool strong_after(int steps) const { return me().status >= steps && me().strong(); }

    bool is_destroyer(Cell cell) const { return state.destroyer(0) == cell || state.destroyer(1) == cell; }

    // Stands somebody here whom a normal garlic had better not meet?
    bool is_enemy(Cell cell) const { return is_destroyer(cell) || (other().strong() && other().cell == cell); }

    // The neighbours of a cell that no enemy stands on.
    int ways_out(Cell cell) const {
        int count = 0;
        for (const Cell there : maze.around(cell)) count += !is_enemy(there);
        return count;
    }
};

// Steps from the nearest of some cells to every cell, round the walls. Made anew for each state;
// keeps its memory from one to the next.
class Steps {
public:
    static constexpr int kFar = Maze::kFar;

    void spread(const Maze& maze, std::span<const Cell> sources);
    int operator[](Cell cell) const { return steps_[cell]; }

private:
    std::vector<std::uint16_t> steps_;
    std::vector<Cell> queue_;
};

// How early a garlic's enemies can be on each cell: both destroyers, and the other garlic while
// it is strong.
void spread_enemies(const View& view, Steps& enemies);

struct Caution {
    int margin = 0;             // a cell must be reached more than so many steps before an enemy
    bool avoid_dead_ends = false;  // also keep out of cells with one way out while an enemy is near
};

// The walks of a garlic that no enemy can cut off. While it is strong it fears nobody.
class SafeWalks {
public:
    struct Goal {
        Cell cell;
        Cell first;  // the step that leads there
        int steps;
    };

    void find(const View& view, const Steps& enemies, Caution caution);

    // Every cell that can be reached, nearest first; the garlic's own is not among them.
    std::span<const Goal> goals() const { return goals_; }

    // The nearest goal that is wanted, nullptr where there is none.
    template <class Wanted>
    const Goal* nearest(Wanted wanted) const {
        for (const Goal& goal : goals_)
            if (wanted(goal)) return &goal;
        return nullptr;
    }

private:
    std::vector<Goal> goals_;
    std::vector<std::uint8_t> seen_;
};

}  // namespace garlic::stars
