#include "games/stars/tables/nearest_cells.h"

namespace garlic::stars {

NearestCells::NearestCells(const Maze& maze, std::size_t size)
    : size_(size), number_(static_cast<std::size_t>(maze.cells())) {
    if (size == 0) return;
    for (std::size_t index = 0; index < number_.size(); ++index)
        if (const auto cell = static_cast<Cell>(index); maze.open(cell)) {
            number_[index] = static_cast<std::uint16_t>(cells_.size());
            cells_.push_back(cell);
        }
    order_.assign(count() * size_, kNowhere);
    ranks_.assign(count() * number_.size(), static_cast<std::uint8_t>(size_));
    for (std::size_t middle = 0; middle < count(); ++middle) {
        std::size_t known = 0;
        const auto add = [&](Cell cell) {
            std::uint8_t& rank = ranks_[middle * number_.size() + cell];
            if (rank != size_ || known == size_) return;
            rank = static_cast<std::uint8_t>(known);
            order_[middle * size_ + known++] = cell;
        };
        add(cells_[middle]);
        for (std::size_t next = 0; next < known; ++next)
            for (const Cell there : maze.around(order_[middle * size_ + next])) add(there);
    }
}

std::size_t NearestCells::count_open(const Maze& maze) {
    std::size_t count = 0;
    for (int cell = 0; cell < maze.cells(); ++cell) count += maze.open(static_cast<Cell>(cell));
    return count;
}

}  // namespace garlic::stars
