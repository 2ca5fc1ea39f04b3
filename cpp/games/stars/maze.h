// What is constant during a game of Stars: walls, distances, birth cells. Shared by all its states.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace garlic::stars {

// Cells are numbered row by row from the top left.
using Cell = std::uint16_t;
constexpr Cell kNowhere = std::numeric_limits<Cell>::max();

constexpr int kLongestSide = 200;
constexpr int kMaxCells = kLongestSide * kLongestSide;

class Maze {
public:
    // The open neighbours of a cell, in the order up, down, left, right.
    class Around {
    public:
        void push(Cell cell) { cells_[size_++] = cell; }
        std::size_t size() const { return size_; }
        Cell operator[](std::size_t index) const { return cells_[index]; }
        const Cell* begin() const { return cells_.data(); }
        const Cell* end() const { return cells_.data() + size_; }

    private:
        std::array<Cell, 4> cells_{};
        std::uint16_t size_ = 0;
    };

    // The distance in steps from every cell to one target, around the walls; kFar if unreachable.
    using Steps = const std::uint16_t*;
    static constexpr std::uint16_t kFar = std::numeric_limits<std::uint16_t>::max();

    // `rows` must be of equal length and contain only '#', '.', 'o' and 'O'.
    Maze(std::span<const std::string_view> rows, std::array<Cell, 2> births);
    ~Maze();
    Maze(const Maze&) = delete;
    Maze& operator=(const Maze&) = delete;

    // Is this the maze of those rows, perhaps with some stars collected since?
    bool fits(std::span<const std::string_view> rows, std::array<Cell, 2> births) const;

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int cells() const { return rows_ * columns_; }
    Cell birth(std::size_t destroyer) const { return births_[destroyer]; }
    Cell cell(int row, int column) const { return static_cast<Cell>(row * columns_ + column); }
    bool open(Cell cell) const { return open_[cell]; }
    bool super(Cell cell) const { return super_[cell]; }  // would a star here be a super star?
    std::span<const Cell> supers() const { return supers_; }
    const Around& around(Cell cell) const { return around_[cell]; }

    // Computed on first use. The pointer is valid as long as the maze or, on mazes too large to keep all distances,
    // until this thread asks for another target in the same `slot`.
    static constexpr std::size_t kSlots = 3;
    bool keeps_all_steps() const;
    Steps steps_to(Cell target, std::size_t slot) const {
        const Steps kept = kept_[target].load(std::memory_order_acquire);
        return kept != nullptr ? kept : find_steps(target, slot);
    }

    // The cells that can be reached from `source`, as flags.
    std::vector<bool> reachable(Cell source) const;

private:
    Steps find_steps(Cell target, std::size_t slot) const;
    void search(Cell target, std::uint16_t* steps) const;

    int rows_;
    int columns_;
    std::array<Cell, 2> births_;
    std::vector<std::uint8_t> open_;
    std::vector<std::uint8_t> super_;
    std::vector<Cell> supers_;
    std::vector<Around> around_;
    std::uint64_t id_;
    mutable std::vector<std::atomic<Steps>> kept_;
    mutable std::atomic<int> kept_count_ = 0;
};

}  // namespace garlic::stars
