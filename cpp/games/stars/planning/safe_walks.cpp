#include "games/stars/planning/safe_walks.h"

namespace garlic::stars {
namespace {

// A dead end is entered only if the nearest enemy is this many steps behind: in and out again.
constexpr int kDeadEndMargin = 6;

}  // namespace

Enemies::Enemies(const View& view)
    : from_{view.maze.steps_to(view.state.destroyer(0), 0), view.maze.steps_to(view.state.destroyer(1), 1),
            view.other().strong() ? view.maze.steps_to(view.other().cell, 2) : nullptr} {}

void SafeWalks::begin(const View& view, const Enemies& enemies, Caution caution) {
    view_ = &view;
    enemies_ = &enemies;
    caution_ = caution;
    goals_.clear();
    widened_ = 0;
    if (++search_ == 0 || seen_.empty()) {
        seen_.assign(static_cast<std::size_t>(view.maze.cells()), 0);
        search_ = 1;
    }
    seen_[view.me().cell] = search_;
    enter(view.me().cell, kNowhere, 1);
}

// Expands one more goal; false if all are expanded.
bool SafeWalks::widen() {
    if (widened_ == goals_.size() || goals_[widened_].steps == caution_.reach) return false;
    const Goal here = goals_[widened_++];
    enter(here.cell, here.first, here.steps + 1);
    return true;
}

void SafeWalks::enter(Cell from, Cell first, int steps) {
    for (const Cell there : view_->maze.around(from))
        if (seen_[there] != search_ && safe(there, steps)) {
            seen_[there] = search_;
            goals_.push_back({there, first == kNowhere ? there : first, steps});
        }
}

bool SafeWalks::safe(Cell cell, int steps) const {
    if (view_->strong_after(steps)) return true;
    const int ahead = (*enemies_)[cell] - steps;
    const bool dead_end = caution_.avoid_dead_ends && view_->ways_out(cell) < 2;
    return ahead > (dead_end ? kDeadEndMargin : caution_.margin);
}

}  // namespace garlic::stars
