// Everything that is computed about a maze before the first round.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/chase.h"
#include "games/stars/tables/escape.h"
#include "games/stars/tables/pursuit.h"

namespace garlic::stars {

class MazeTables {
public:
    static constexpr int kNear = 24;  // cells stored around each cell

    // `start` has the stars; later states of the game have fewer.
    MazeTables(const Maze& maze, const State& start);

    // The nearest cells, nearest first.
    std::span<const Cell> near(Cell cell) const {
        return std::span(near_).subspan(static_cast<std::size_t>(cell) * kNear, near_size_[cell]);
    }

    // How many steps a cell lies inside a dead end; 0 if two ways lead on.
    int inside_dead_end(Cell cell) const { return inside_[cell]; }

    // Can the destroyer reach that cell, and a garlic there the destroyer?
    bool reaches(std::size_t destroyer, Cell cell) const { return reached_by_[destroyer][cell]; }

    const ChaseTable& chase() const { return chase_; }

    // The chase of a strong garlic; in its last rounds the danger afterwards counts, too, unless the game ends.
    const ChaseTable& chase_for(const State& state, const Garlic& garlic) const {
        const bool ends = garlic.status <= kRetreat && state.round() + garlic.status < rounds_;
        const bool alone = state.garlic(0).gone() || state.garlic(1).gone();
        return !ends ? chase_ : alone ? calm_retreat_ : retreat_;
    }

    // How safe a normal garlic is from the destroyers.
    const EscapeTable& escape(const State& state) const { return state.hunted() ? from_hunters_ : from_wanderers_; }

    // How a strong garlic hunts the other one.
    const PursuitTable& pursuit() const { return pursuit_; }

    std::span<const Cell> stars() const { return stars_; }  // stars and super stars

private:
    void find_near(const Maze& maze);
    void find_dead_ends(const Maze& maze);

    static constexpr int kRetreat = 4;  // the last strong rounds

    int rounds_;  // of the game
    EscapeTable from_hunters_, from_wanderers_;
    ChaseTable chase_, retreat_, calm_retreat_;
    PursuitTable pursuit_;
    std::vector<Cell> near_;
    std::vector<std::uint8_t> near_size_;
    std::vector<std::uint8_t> inside_;
    std::array<std::vector<bool>, 2> reached_by_;
    std::vector<Cell> stars_;
};

}  // namespace garlic::stars
