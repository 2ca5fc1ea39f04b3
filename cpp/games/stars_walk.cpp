#include "games/stars_walk.h"

#include <array>

namespace garlic::stars {
namespace {

// A dead end is entered only if the nearest enemy is so many steps behind: in and out again.
constexpr int kDeadEndMargin = 6;

}  // namespace

void Steps::spread(const Maze& maze, std::span<const Cell> sources) {
    steps_.assign(static_cast<std::size_t>(maze.cells()), Maze::kFar);
    queue_.clear();
    for (const Cell source : sources) {
        steps_[source] = 0;
        queue_.push_back(source);
    }
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const Cell here = queue_[next];
        for (const Cell there : maze.around(here))
            if (steps_[there] == Maze::kFar) {
                steps_[there] = static_cast<std::uint16_t>(steps_[here] + 1);
                queue_.push_back(there);
            }
    }
}

void spread_enemies(const View& view, Steps& enemies) {
    const std::array<Cell, 3> cells{view.state.destroyer(0), view.state.destroyer(1), view.other().cell};
    enemies.spread(view.maze, std::span(cells).first(view.other().strong() ? 3 : 2));
}

void SafeWalks::find(const View& view, const Steps& enemies, Caution caution) {
    goals_.clear();
    seen_.assign(static_cast<std::size_t>(view.maze.cells()), 0);
    seen_[view.me().cell] = 1;
    const auto safe = [&](Cell cell, int steps) {
        if (view.strong_after(steps)) return true;
        const int ahead = enemies[cell] - steps;
        const bool dead_end = caution.avoid_dead_ends && view.ways_out(cell) < 2;
        return ahead > (dead_end ? kDeadEndMargin : caution.margin);
    };
    const auto enter = [&](Cell from, Cell first, int steps) {
        for (const Cell there : view.maze.around(from))
            if (!seen_[there] && safe(there, steps)) {
                seen_[there] = 1;
                goals_.push_back({there, first == kNowhere ? there : first, steps});
            }
    };
    enter(view.me().cell, kNowhere, 1);
    for (std::size_t next = 0; next < goals_.size(); ++next) {
        const Goal here = goals_[next];
        enter(here.cell, here.first, here.steps + 1);
    }
}

}  // namespace garlic::stars
