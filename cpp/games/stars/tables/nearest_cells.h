// The cells around each open cell of a maze, nearest first: an index for tables of two or three nearby cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/stars/maze.h"

namespace garlic::stars {

class NearestCells {
public:
    static constexpr std::size_t kMost = 254;

    // Stores up to `size` cells, at most kMost, around each.
    NearestCells(const Maze& maze, std::size_t size);

    // The number stored around each; this rank means farther away.
    std::size_t size() const { return size_; }

    // The open cells, indexed.
    std::size_t count() const { return cells_.size(); }
    std::size_t number(Cell cell) const { return number_[cell]; }
    Cell cell(std::size_t number) const { return cells_[number]; }

    // The rank of `cell` around the cell with that index, which itself has rank 0; and the inverse, kNowhere if there
    // are fewer cells.
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
