// How safe a garlic is from destroyers, worked out before the first round.
//
// For every cell of a garlic and the cells of both destroyers near it: the chance that it is
// caught within a few rounds if it flees as well as can be. Where the destroyers hunt, the other garlic is
// taken to be a few steps away, as it draws them, too. What is farther off than the table reaches is no danger.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/stars/maze.h"
#include "games/stars/tables/nearest_cells.h"

namespace garlic::stars {

class EscapeTable {
public:
    // Do the destroyers hunt, or walk at random?
    EscapeTable(const Maze& maze, bool hunting);

    // Not on mazes that are too large.
    bool known() const { return near_.size() > 0; }

    // The chance to be caught, for a garlic that has stepped to that cell before the destroyers step.
    // Must be known.
    float danger(Cell garlic, Cell first, Cell second) const {
        const std::size_t from = near_.number(garlic);
        return static_cast<float>(danger_[at(from, near_.rank(from, first), near_.rank(from, second))]) *
               (1.0F / kCertain);
    }

private:
    static constexpr std::uint8_t kCertain = 255;

    // Where a destroyer may be after its step, by rank, and how likely.
    struct Drift {
        std::array<std::uint8_t, 4> to{};
        std::array<float, 4> chance{};
        std::size_t count = 0;
    };

    std::size_t at(std::size_t garlic, std::size_t first, std::size_t second) const {
        return (garlic * (near_.size() + 1) + first) * (near_.size() + 1) + second;
    }
    std::vector<Drift> list_drifts(const Maze& maze, bool hunting) const;  // by garlic and rank
    void solve(const Maze& maze, const std::vector<Drift>& drifts);
    void flee(const Maze& maze, const std::vector<float>& safe, std::vector<float>& best) const;
    void pursue(const std::vector<Drift>& drifts, const std::vector<float>& best, std::vector<float>& safe) const;

    NearestCells near_;
    std::vector<std::uint8_t> danger_;  // by garlic and both ranks
};

}  // namespace garlic::stars
