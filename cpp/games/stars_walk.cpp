#include "games/stars_walk.h"

namespace garlic::stars {
namespace {

// A dead end is entered only if the nearest enemy is so many steps behind: in and out again.
constexpr int kDeadEndMargin = 6;

}  // namespace

Enemies::Enemies(const View& view)
    : from_{view.maze.steps_to(view.state.destroyer(0), 0), view.maze.steps_to(view.state.destroyer(1), 1),
            view.other().strong() ? view.maze.steps_to(view.other().cell, 2) : nullptr} {}

void SafeWalks::find(const View& view, const Enemies& enemies, Caution caution) {
    goals_.clear();
    if (++search_ == 0 || seen_.empty()) {
        seen_.assign(static_cast<std::size_t>(view.maze.cells()), 0);
        search_ = 1;
    }
    seen_[view.me().cell] = search_;
    const auto safe = [&](Cell cell, int steps) {
        if (view.strong_after(steps)) return true;
        const int ahead = enemies[cell] - steps;
        const bool dead_end = caution.avoid_dead_ends && view.ways_out(cell) < 2;
        return ahead > (dead_end ? kDeadEndMargin : caution.margin);
    };
    const auto enter = [&](Cell from, Cell first, int steps) {
        for (const Cell there : view.maze.around(from))
            if (seen_[there] != search_ && safe(there, steps)) {
                seen_[there] = search_;
                goals_.push_back({there, first == kNowhere ? there : first, steps});
            }
    };
    enter(view.me().cell, kNowhere, 1);
    for (std::size_t next = 0; next < goals_.size(); ++next) {
        const Goal here = goals_[next];
        if (here.steps == caution.reach) break;
        enter(here.cell, here.first, here.steps + 1);
    }
}

}  // namespace garlic::stars
