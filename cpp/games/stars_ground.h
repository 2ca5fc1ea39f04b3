// What a planner knows of a maze before the first round.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/stars.h"
#include "games/stars_camp.h"

namespace garlic::stars {

class Ground {
public:
    static constexpr int kNear = 24;  // cells remembered around each cell

    // `start` says where stars lie; later states of the game have fewer.
    Ground(const Maze& maze, const State& start);

    // The nearest cells around one, nearest first.
    std::span<const Cell> near(Cell cell) const {
        return std::span(near_).subspan(static_cast<std::size_t>(cell) * kNear, near_size_[cell]);
    }

    // How many steps a cell lies inside a dead end; 0 where two ways lead on.
    int inside_dead_end(Cell cell) const { return inside_[cell]; }

    // Can the destroyer get to that cell, and a garlic there to the destroyer?
    bool reaches(std::size_t destroyer, Cell cell) const { return ground_of_[destroyer][cell]; }

    const Camp& camp() const { return camp_; }
    std::span<const Cell> stars() const { return stars_; }    // of both kinds

private:
    void find_near(const Maze& maze);
    void find_dead_ends(const Maze& maze);

    Camp camp_;
    std::vector<Cell> near_;
    std::vector<std::uint8_t> near_size_;
    std::vector<std::uint8_t> inside_;
    std::array<std::vector<bool>, 2> ground_of_;
    std::vector<Cell> stars_;
};

}  // namespace garlic::stars
