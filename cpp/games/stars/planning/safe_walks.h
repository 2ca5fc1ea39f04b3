// Who gets where first in a maze: what the players of Stars plan their walks with.
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

// How early a garlic's enemies can be on each cell: both destroyers, and the other garlic while it is
// strong. Good until somebody asks the maze for other ways.
class Enemies {
public:
    explicit Enemies(const View& view);

    int operator[](Cell cell) const {
        const int steps = std::min(from_[0][cell], from_[1][cell]);
        return from_[2] == nullptr ? steps : std::min<int>(steps, from_[2][cell]);
    }

private:
    std::array<Maze::Steps, 3> from_;  // round the walls; the ways are the same in both directions
};

struct Caution {
    int margin = 0;                // a cell must be reached more than so many steps before an enemy
    bool avoid_dead_ends = false;  // also keep out of cells with one way out while an enemy is near
    int reach = kMaxCells;         // steps to the farthest goal that is looked at
};

// The walks of a garlic that no enemy can cut off. While it is strong it fears nobody. They are looked for
// only as far as somebody asks.
class SafeWalks {
public:
    struct Goal {
        Cell cell;
        Cell first;  // the step that leads there
        int steps;
    };

    // From now on for this state; both must stay until the last question.
    void begin(const View& view, const Enemies& enemies, Caution caution);

    // The nearest goal that is wanted, nothing where there is none within `most` steps. The garlic's own
    // cell is no goal.
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
    std::vector<Goal> goals_;          // the nearest first
    std::size_t widened_ = 0;          // so many of them were gone on from
    std::vector<std::uint32_t> seen_;  // by cell: in which search it was reached last
    std::uint32_t search_ = 0;
};

}  // namespace garlic::stars
