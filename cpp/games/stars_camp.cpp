#include "games/stars_camp.h"

namespace garlic::stars {
namespace {

constexpr std::size_t kMostCells = 48;

}  // namespace

Camp::Camp(const Maze& maze) {
    choose_cells(maze);
    solve(maze);
}

// The cells nearest to the births.
void Camp::choose_cells(const Maze& maze) {
    number_.assign(static_cast<std::size_t>(maze.cells()), kOutside);
    const auto add = [&](Cell cell) {
        if (number_[cell] != kOutside || cells_.size() == kMostCells) return;
        number_[cell] = static_cast<std::uint8_t>(cells_.size());
        cells_.push_back(cell);
    };
    add(maze.birth(0));
    add(maze.birth(1));
    for (std::size_t next = 0; next < cells_.size(); ++next)
        for (const Cell there : maze.around(cells_[next])) add(there);
    size_ = cells_.size();
}

void Camp::solve(const Maze& maze) {
    struct Ways {
        std::array<std::uint8_t, 5> to{};
        std::size_t count = 0;
    };
    std::vector<Ways> walks(size_), drifts(size_);  // a garlic's steps, and where a destroyer may be next
    for (std::size_t from = 0; from < size_; ++from) {
        const auto self = static_cast<std::uint8_t>(from);
        walks[from].to[walks[from].count++] = self;
        for (const Cell there : maze.around(cells_[from])) {
            const std::uint8_t to = number_[there];
            if (to != kOutside) walks[from].to[walks[from].count++] = to;
            drifts[from].to[drifts[from].count++] = to != kOutside ? to : self;
        }
        if (drifts[from].count == 0) drifts[from].to[drifts[from].count++] = self;
    }
    const std::array<std::size_t, 2> birth{number_[maze.birth(0)], number_[maze.birth(1)]};
    const std::size_t square = size_ * size_;
    best_.resize(kStrongest * size_ * square);
    points_.resize(kStrongest * size_ * square);
    std::vector<float> caught(square), half(square), after(size_ * square);
    for (std::size_t layer = 0; layer < kStrongest; ++layer) {
        const float* later = layer == 0 ? nullptr : &points_[(layer - 1) * size_ * square];
        for (std::size_t here = 0; here < size_; ++here) {
            // What the places of both destroyers are worth once they have moved and this garlic has eaten.
            for (std::size_t first = 0; first < size_; ++first)
                for (std::size_t second = 0; second < size_; ++second) {
                    const bool one = first == here, two = second == here;
                    const std::size_t then = (one ? birth[0] : first) * size_ + (two ? birth[1] : second);
                    caught[first * size_ + second] = static_cast<float>(kDestroyerPoints * (one + two)) +
                                                     (later == nullptr ? 0 : later[here * square + then]);
                }
            // The mean over the first destroyer's steps, then over the second's.
            for (std::size_t first = 0; first < size_; ++first) {
                float* const row = &half[first * size_];
                std::fill_n(row, size_, 0.0f);
                const Ways& ways = drifts[first];
                for (std::size_t way = 0; way < ways.count; ++way)
                    for (std::size_t second = 0; second < size_; ++second)
                        row[second] += caught[ways.to[way] * size_ + second];
                for (std::size_t second = 0; second < size_; ++second) row[second] /= static_cast<float>(ways.count);
            }
            for (std::size_t second = 0; second < size_; ++second) {
                const Ways& ways = drifts[second];
                for (std::size_t first = 0; first < size_; ++first) {
                    float sum = 0;
                    for (std::size_t way = 0; way < ways.count; ++way) sum += half[first * size_ + ways.to[way]];
                    after[here * square + first * size_ + second] = sum / static_cast<float>(ways.count);
                }
            }
        }
        for (std::size_t here = 0; here < size_; ++here)
            for (std::size_t first = 0; first < size_; ++first)
                for (std::size_t second = 0; second < size_; ++second) {
                    float most = -1;
                    std::uint8_t best = 0;
                    for (std::size_t way = 0; way < walks[here].count; ++way) {
                        const std::size_t to = walks[here].to[way];
                        const bool one = first == to, two = second == to;
                        const std::size_t then = (one ? birth[0] : first) * size_ + (two ? birth[1] : second);
                        const float worth =
                            static_cast<float>(kDestroyerPoints * (one + two)) + after[to * square + then];
                        if (worth > most) {
                            most = worth;
                            best = static_cast<std::uint8_t>(to);
                        }
                    }
                    points_[index(layer, here, first, second)] = most;
                    best_[index(layer, here, first, second)] = best;
                }
        fresh_[layer + 1] = points_[index(layer, birth[0], birth[0], birth[1])];
    }
}

}  // namespace garlic::stars
