// The exact value of a strong garlic's chase for destroyers near their birth cells.
//
// While a garlic is strong, destroyers walk at random, and an eaten destroyer is born again on its birth cell. So the
// chase is a small Markov decision process: for every cell of the garlic and of both destroyers, and every number
// of strong rounds left, the best step and its expected points are computed before the first round, backwards from
// the last strong round. On large maps only cells near the birth cells are covered; a destroyer at the border stays
// where a step would leave them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/escape.h"

namespace garlic::stars {

class ChaseTable {
public:
    // For up to `rounds` strong rounds. `afterwards`: the danger once the strength has ended; the expected loss is
    // subtracted from the points.
    explicit ChaseTable(const Maze& maze, std::size_t rounds = kStrongest, const EscapeTable* afterwards = nullptr);

    // Are the garlic and both destroyers on covered cells?
    bool holds(Cell garlic, Cell first, Cell second) const {
        return number_[garlic] != kOutside && number_[first] != kOutside && number_[second] != kOutside;
    }

    // The best step of a garlic that is strong for `rounds` more; all three must be covered.
    Cell step(int rounds, Cell garlic, Cell first, Cell second) const {
        return cells_[best_[at(rounds, garlic, first, second)]];
    }

    // The expected points from destroyers with best play.
    double points(int rounds, Cell garlic, Cell first, Cell second) const {
        return kUnit * points_[at(rounds, garlic, first, second)];
    }

    // The same for a garlic that steps to that cell now and plays best afterwards. That cell must be covered, too.
    double points_of_step(int rounds, Cell to, Cell first, Cell second) const;

    // The same for a garlic on a birth cell with both destroyers just born.
    double points(int rounds) const { return rounds <= 0 ? 0 : fresh_[static_cast<std::size_t>(rounds)]; }

private:
    static constexpr std::uint8_t kOutside = 255;
    static constexpr float kUnit = 0.5f;  // points are stored in halves as integers, to save memory

    std::size_t at(int rounds, Cell garlic, Cell first, Cell second) const {
        return index(static_cast<std::size_t>(rounds - 1), number_[garlic], number_[first], number_[second]);
    }
    std::size_t index(std::size_t layer, std::size_t garlic, std::size_t first, std::size_t second) const {
        return ((layer * size_ + garlic) * size_ + first) * size_ + second;
    }
    // Indices of the cells that can be reached in one step.
    struct Ways {
        std::array<std::uint8_t, 5> to{};
        std::size_t count = 0;

        void add(std::uint8_t number) { to[count++] = number; }
        const std::uint8_t* begin() const { return to.data(); }
        const std::uint8_t* end() const { return to.data() + count; }
    };

    // The points for destroyers on the garlic's cell, and where they are afterwards.
    struct Eaten {
        float points;
        std::size_t first, second;
    };
    Eaten eat(std::size_t garlic, std::size_t first, std::size_t second) const {
        const bool one = first == garlic, two = second == garlic;
        return {static_cast<float>(kDestroyerPoints * (one + two)), one ? births_[0] : first,
                two ? births_[1] : second};
    }
    void choose_cells(const Maze& maze);
    void list_ways(const Maze& maze);
    void find_endings(const Maze& maze, const EscapeTable& afterwards);
    void solve();

    std::vector<std::uint8_t> number_;  // by cell of the maze
    std::vector<Cell> cells_;           // by index
    std::size_t size_ = 0;
    std::size_t rounds_;
    std::vector<float> ending_;  // by all three cells: the loss when the strength ends there
    std::array<std::size_t, 2> births_{};
    std::vector<Ways> walks_, drifts_;  // a garlic's steps, and where a destroyer may be next
    std::vector<std::uint8_t> best_;    // the index of the cell to step to
    std::vector<std::int16_t> points_;  // in units of kUnit
    std::array<double, kStrongest + 1> fresh_{};
};

}  // namespace garlic::stars
