// The patterns of Othello's evaluation: small groups of cells near corners and edges or on lines, which exist
// on boards of every size.
//
// A shape is a kind of pattern with its own weights; a site is a shape at one place of a board. The state of a
// site is a number in base 3, one digit per cell: 0 empty, 1 own, 2 the opponent's.
#pragma once

#include <cstdint>
#include <vector>

namespace garlic::othello {

struct Shape {
    enum class Kind : std::uint8_t {
        kCorner3x3,
        kCorner2x5,
        kEdgeAndX,     // a whole edge of eight, and the two cells diagonally next to its corners
        kLine,         // a whole row or column of up to eight cells
        kLineEnd,      // six cells from the end of a longer one
        kLineMiddle,   // six cells in its middle
        kDiagonal,     // a whole diagonal of up to eight cells
        kDiagonalEnd,  // six cells from the end of a longer one
        kDiagonalMiddle,
    };

    Shape(Kind kind_of_pattern, int count, int its_detail, std::vector<int> mirror_order, bool owners, bool is_on_8x8);

    Kind kind;
    int cells;
    int detail;               // lines: distance to the parallel edge; diagonals: number of ends in corners
    std::vector<int> mirror;  // the order of cells that maps the shape onto itself; empty: none
    bool has_owners;          // has weights that predict the final owners of its cells
    bool on_8x8;              // exists on 8x8

    int states() const;
    // The number of states, with mirror images counted once.
    int distinct_states() const { return distinct_; }

    // The index of a state's weights, below distinct_states(): mirror images share them.
    int home(int state) const { return homes_[static_cast<std::size_t>(state)]; }

    // The index of a cell's weight within those of a state.
    int slot(int state, int cell) const {
        return mirror.empty() ? cell : slots_[static_cast<std::size_t>(state * cells + cell)];
    }

private:
    int mirrored(int state) const;

    std::vector<std::uint16_t> homes_;
    std::vector<std::uint8_t> slots_;
    int distinct_ = 0;
};

// All shapes, in the order of the weights file.
const std::vector<Shape>& all_shapes();

struct BoardCell {
    int row;
    int column;
};

struct Site {
    int shape;                     // index in all_shapes()
    std::vector<BoardCell> cells;  // in the order of the state's digits, lowest first
};

// The sites of a board, closed under its symmetries.
std::vector<Site> sites_of(int rows, int columns);

// The game is divided into stages by the share of empty cells; stage 0 is the end.
inline constexpr int kStages = 12;
constexpr int stage_of(int empties, int cells) {
    const int stage = empties * kStages / cells;
    return stage < kStages ? stage : kStages - 1;
}

}  // namespace garlic::othello
