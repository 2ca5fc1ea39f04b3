// The cells around each open cell of a maze, the nearest first: what tables of two or three places near
// each other are numbered by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/stars/maze.h"

namespace garlic::stars {

class NearestCells {
public:
    static constexpr std::size_t kMost = 254;

    // Remembers up to `size` cells, at most kMost, around each.
    NearestCells(const Maze& maze, std::size_t size);

    // So many are remembered around each; a rank of this size is farther away.
    std::size_t size() const { return size_; }

    // The open cells, numbered.
    std::size_t count() const { return cells_.size(); }
    std::size_t number(Cell cell) const { return number_[cell]; }
    Cell cell(std::size_t number) const { return cells_[number]; }

    // As the how many-th `cell` comes around the cell of that number, which itself comes at 0; and back
    // again: kNowhere where there are not so many.
    std::size_t rank(std::size_t number, Cell cell) const { return ranks_[number * number_.size() + cell]; }
    Cell at(std::size_t number, std::size_t rank) const {
        return rank < size_ ? order_[number * size_ + rank] : kNowhere;
    }

    static std::size_t count_open(const Maze& maze);

private:
    std::size_t size_;
    std::vector<Cell> cells_;
    std::vector<std::uint16_t> number_;
    std::vector<Cell> order_;
    std::vector<std::uint8_t> ranks_;
};

}  // namespace garlic::stars
