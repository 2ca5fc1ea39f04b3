// What a strong garlic can make of destroyers near their birth cells, worked out exactly.
//
// While a garlic is strong, destroyers walk at random, and whoever is eaten is born again at the same
// place. So the chase is a small game of chance against nobody: for every place of the garlic and of
// the two destroyers, and every number of strong rounds left, the best step and the points that it
// brings are found before the first round, backwards from the last strong one. On large maps only cells
// near the births are looked at; a destroyer at the rim stays where a step would take it outside.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/escape.h"

namespace garlic::stars {

class ChaseTable {
public:
    // For up to `rounds` strong ones. `afterwards`: how a garlic fares that is strong no more; what it may
    // lose by that is taken off the points.
    explicit ChaseTable(const Maze& maze, std::size_t rounds = kStrongest, const EscapeTable* afterwards = nullptr);

    // Is all that matters in the table: the garlic and both destroyers?
    bool holds(Cell garlic, Cell first, Cell second) const {
        return number_[garlic] != kOutside && number_[first] != kOutside && number_[second] != kOutside;
    }

    // Where to step; the garlic must be strong, for `rounds` more, and all three must be held.
    Cell step(int rounds, Cell garlic, Cell first, Cell second) const {
        return cells_[best_[at(rounds, garlic, first, second)]];
    }

    // The destroyers' points to be expected of that.
    double points(int rounds, Cell garlic, Cell first, Cell second) const {
        return kUnit * points_[at(rounds, garlic, first, second)];
    }

    // The same for a garlic that steps to that cell now, and goes on in the best way.
    // That cell must be held, too.
    double points_of_step(int rounds, Cell to, Cell first, Cell second) const;

    // The same for a garlic that is at a birth cell, with both destroyers newly born.
    double points(int rounds) const { return rounds <= 0 ? 0 : fresh_[static_cast<std::size_t>(rounds)]; }

private:
    static constexpr std::uint8_t kOutside = 255;
    static constexpr float kUnit = 0.5f;  // in which points are kept: a table of whole numbers is half as large

    std::size_t at(int rounds, Cell garlic, Cell first, Cell second) const {
        return index(static_cast<std::size_t>(rounds - 1), number_[garlic], number_[first], number_[second]);
    }
    std::size_t index(std::size_t layer, std::size_t garlic, std::size_t first, std::size_t second) const {
        return ((layer * size_ + garlic) * size_ + first) * size_ + second;
    }
    // Numbers of cells that can be stepped to.
    struct Ways {
        std::array<std::uint8_t, 5> to{};
        std::size_t count = 0;

        void add(std::uint8_t number) { to[count++] = number; }
        const std::uint8_t* begin() const { return to.data(); }
        const std::uint8_t* end() const { return to.data() + count; }
    };

    // What a garlic eats of destroyers at these places, and where they are afterwards.
    struct Meal {
        float points;
        std::size_t first, second;
    };
    Meal eat(std::size_t garlic, std::size_t first, std::size_t second) const {
        const bool one = first == garlic, two = second == garlic;
        return {static_cast<float>(kDestroyerPoints * (one + two)), one ? births_[0] : first,
                two ? births_[1] : second};
    }
    void choose_cells(const Maze& maze);
    void list_ways(const Maze& maze);
    void find_endings(const Maze& maze, const EscapeTable& afterwards);
    void solve();

    std::vector<std::uint8_t> number_;  // by cell of the maze
    std::vector<Cell> cells_;           // by number
    std::size_t size_ = 0;
    std::size_t rounds_;
    std::vector<float> ending_;  // by all three places: what is lost when the strength ends there
    std::array<std::size_t, 2> births_{};
    std::vector<Ways> walks_, drifts_;  // a garlic's steps, and where a destroyer may be next
    std::vector<std::uint8_t> best_;    // the number of the cell to step to
    std::vector<std::int16_t> points_;  // in units
    std::array<double, kStrongest + 1> fresh_{};
};

}  // namespace garlic::stars
