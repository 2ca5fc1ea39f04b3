// The patterns of standard Othello: 8x8, where all cells are worth the same.
//
// Larger patterns than those of patterns/ (which serve every board), because one board has many games to learn from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace garlic::othello::standard {

inline constexpr std::size_t kMostMoves = 32;  // a side with more moves counts as one with 31

struct Site {
    std::size_t shape;
    std::vector<int> cells;  // as bits, row by row
};

// Sites that are images of each other share a shape. A state is a number in base 3, the first cell lowest: 0 for an
// empty cell, 1 for a disc of the mover, 2 for one of the opponent.
struct Shape {
    std::size_t states;               // 3 to the number of cells
    std::size_t distinct;             // states, images of each other counted once
    std::size_t first_state;          // of the shape, among those of all shapes
    std::size_t first_distinct;       // likewise
    std::vector<std::uint32_t> home;  // by state: the number of its distinct state
};

class Patterns {
public:
    static const Patterns& get();

    const std::vector<Shape>& shapes() const { return shapes_; }
    const std::vector<Site>& sites() const { return sites_; }
    std::size_t states() const { return states_; }      // of all shapes
    std::size_t distinct() const { return distinct_; }  // of all shapes

private:
    Patterns();
    void add(const std::vector<int>& cells);

    std::vector<Shape> shapes_;
    std::vector<Site> sites_;
    std::size_t states_ = 0;
    std::size_t distinct_ = 0;
};

// Finds the states of all sites at once: a row of a table holds what one byte of a bitboard adds to each of them.
class Index {
public:
    static constexpr std::size_t kSites = 54;
    static constexpr std::size_t kLanes = 64;
    using States = std::array<std::uint16_t, kLanes>;

    static const Index& get();

    States states(std::uint64_t own, std::uint64_t other) const;

    // The sum over all sites of the value of its state, and of what the numbers of moves of both sides are worth:
    // `values` has the states of all shapes, `moves` the mover's numbers, then the opponent's.
    int sum(std::uint64_t own, std::uint64_t other, const std::int16_t* values, const int* moves) const {
        return best_sum_(*this, own, other, values, moves);
    }

private:
    friend struct IndexSums;  // one for each instruction set
    struct alignas(128) Row {
        std::array<std::uint16_t, kLanes> lanes{};
    };
    using Sum = int (*)(const Index&, std::uint64_t, std::uint64_t, const std::int16_t*, const int*);

    Index();
    static Sum best_sum();
    static const Sum best_sum_;

    std::vector<Row> rows_;  // 256 for each byte of the board
    std::array<std::uint32_t, kSites> first_state_{};
};

}  // namespace garlic::othello::standard
