// How safe a garlic is from destroyers, computed before the first round.
//
// For every cell of a garlic and the nearby cells of both destroyers: the probability that it is caught within a few
// rounds if it flees optimally. If the destroyers hunt, the other garlic is assumed to be a few steps away, because
// it attracts them, too. Destroyers beyond the table's range are no danger.
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

    // False on mazes that are too large.
    bool known() const { return nearest_.size() > 0; }

    // The probability of being caught, for a garlic that has stepped to that cell before the destroyers step. Must be
    // known().
    float danger(Cell garlic, Cell first, Cell second) const {
        const std::size_t from = nearest_.number(garlic);
        return static_cast<float>(danger_[at(from, nearest_.rank(from, first), nearest_.rank(from, second))]) *
               (1.0F / kCertain);
    }

private:
    static constexpr std::uint8_t kCertain = 255;

    // The possible cells of a destroyer after its step, by rank, with probabilities.
    struct Drift {
        std::array<std::uint8_t, 4> to{};
        std::array<float, 4> chance{};
        std::size_t count = 0;
    };

    std::size_t at(std::size_t garlic, std::size_t first, std::size_t second) const {
        return (garlic * (nearest_.size() + 1) + first) * (nearest_.size() + 1) + second;
    }
    std::vector<Drift> list_drifts(const Maze& maze, bool hunting) const;  // by garlic and rank
    void solve(const Maze& maze, const std::vector<Drift>& drifts);
    void flee(const Maze& maze, const std::vector<float>& safe, std::vector<float>& best) const;
    void pursue(const std::vector<Drift>& drifts, const std::vector<float>& best, std::vector<float>& safe) const;

    NearestCells nearest_;
    std::vector<std::uint8_t> danger_;  // by garlic and both ranks
};

}  // namespace garlic::stars
