#include "games/stars/tables/chase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace garlic::stars {
namespace {

constexpr std::size_t kWholeMap =
    80;  // mazes with up to this many open cells are covered completely, like a usual 10x10,
constexpr std::size_t kNearCells = 64;  // others only this many cells

}  // namespace

ChaseTable::ChaseTable(const Maze& maze, std::size_t rounds, const EscapeTable* afterwards) : rounds_(rounds) {
    choose_cells(maze);
    list_ways(maze);
    ending_.resize(size_ * size_ * size_);
    if (afterwards != nullptr && afterwards->known()) find_endings(maze, *afterwards);
    solve();
}

// The cells nearest to the birth cells.
void ChaseTable::choose_cells(const Maze& maze) {
    const std::size_t most = NearestCells::count_open(maze) <= kWholeMap ? kWholeMap : kNearCells;
    number_.assign(static_cast<std::size_t>(maze.cells()), kOutside);
    const auto add = [&](Cell cell) {
        if (number_[cell] != kOutside || cells_.size() == most) return;
        number_[cell] = static_cast<std::uint8_t>(cells_.size());
        cells_.push_back(cell);
    };
    add(maze.birth(0));
    add(maze.birth(1));
    for (std::size_t next = 0; next < cells_.size(); ++next)
        for (const Cell there : maze.around(cells_[next])) add(there);
    size_ = cells_.size();
}

void ChaseTable::list_ways(const Maze& maze) {
    births_ = {number_[maze.birth(0)], number_[maze.birth(1)]};
    walks_.resize(size_);
    drifts_.resize(size_);
    for (std::size_t from = 0; from < size_; ++from) {
        const auto self = static_cast<std::uint8_t>(from);
        walks_[from].add(self);
        for (const Cell there : maze.around(cells_[from])) {
            const std::uint8_t to = number_[there];
            if (to != kOutside) walks_[from].add(to);
            drifts_[from].add(to != kOutside ? to : self);
        }
        if (drifts_[from].count == 0) drifts_[from].add(self);
    }
}

// When its strength ends, the garlic steps to the safest cell.
void ChaseTable::find_endings(const Maze& maze, const EscapeTable& afterwards) {
    for (std::size_t here = 0; here < size_; ++here)
        for (std::size_t first = 0; first < size_; ++first)
            for (std::size_t second = 0; second < size_; ++second) {
                float danger = afterwards.danger(cells_[here], cells_[first], cells_[second]);
                for (const Cell there : maze.around(cells_[here]))
                    danger = std::min(danger, afterwards.danger(there, cells_[first], cells_[second]));
                ending_[index(0, here, first, second)] = kRobbedPoints * danger;
            }
}

void ChaseTable::solve() {
    const std::size_t square = size_ * size_;
    best_.resize(rounds_ * size_ * square);
    points_.resize(rounds_ * size_ * square);
    std::vector<float> later = ending_, caught(square), half(square), after(size_ * square);
    for (std::size_t layer = 0; layer < rounds_; ++layer) {
        for (std::size_t here = 0; here < size_; ++here) {
            // The value by the destroyers' cells, once they have moved and this garlic has eaten.
            for (std::size_t first = 0; first < size_; ++first)
                for (std::size_t second = 0; second < size_; ++second) {
                    const Eaten eaten = eat(here, first, second);
                    caught[first * size_ + second] =
                        eaten.points + later[here * square + eaten.first * size_ + eaten.second];
                }
            // The mean over the first destroyer's steps, then over the second's.
            for (std::size_t first = 0; first < size_; ++first) {
                float* const row = &half[first * size_];
                std::fill_n(row, size_, 0.0f);
                for (const std::uint8_t to : drifts_[first])
                    for (std::size_t second = 0; second < size_; ++second) row[second] += caught[to * size_ + second];
                for (std::size_t second = 0; second < size_; ++second)
                    row[second] /= static_cast<float>(drifts_[first].count);
            }
            for (std::size_t second = 0; second < size_; ++second)
                for (std::size_t first = 0; first < size_; ++first) {
                    float sum = 0;
                    for (const std::uint8_t to : drifts_[second]) sum += half[first * size_ + to];
                    after[here * square + first * size_ + second] = sum / static_cast<float>(drifts_[second].count);
                }
        }
        for (std::size_t here = 0; here < size_; ++here)
            for (std::size_t first = 0; first < size_; ++first)
                for (std::size_t second = 0; second < size_; ++second) {
                    float most = std::numeric_limits<float>::lowest();
                    std::uint8_t best = 0;
                    for (const std::uint8_t to : walks_[here]) {
                        const Eaten eaten = eat(to, first, second);
                        const float score = eaten.points + after[to * square + eaten.first * size_ + eaten.second];
                        if (score > most) {
                            most = score;
                            best = to;
                        }
                    }
                    later[index(0, here, first, second)] = most;
                    points_[index(layer, here, first, second)] = static_cast<std::int16_t>(std::lround(most / kUnit));
                    best_[index(layer, here, first, second)] = best;
                }
        fresh_[layer + 1] = later[index(0, births_[0], births_[0], births_[1])];
    }
}

double ChaseTable::points_of_step(int rounds, Cell to, Cell first, Cell second) const {
    const std::size_t here = number_[to];
    const Eaten now = eat(here, number_[first], number_[second]);
    double sum = 0;
    for (const std::uint8_t one : drifts_[now.first])
        for (const std::uint8_t two : drifts_[now.second]) {
            const Eaten then = eat(here, one, two);
            sum += then.points;
            sum += rounds > 1
                       ? kUnit * points_[index(static_cast<std::size_t>(rounds - 2), here, then.first, then.second)]
                       : ending_[index(0, here, then.first, then.second)];
        }
    return now.points + sum / static_cast<double>(drifts_[now.first].count * drifts_[now.second].count);
}

}  // namespace garlic::stars
