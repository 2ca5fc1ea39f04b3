// What Othello's evaluation looks at: patterns, small groups of cells near corners and edges or on
// lines, which exist on boards of every size.
//
// A shape is a kind of pattern with weights of its own; a site is a place where a shape lies on a
// board. The state of a site is a number in base 3, a digit a cell: 0 empty, 1 own, 2 the other's.
#pragma once

#include <cstdint>
#include <vector>

namespace garlic::othello {

struct Shape {
    enum class Kind : std::uint8_t {
        kCorner3x3,
        kCorner2x5,
        kEdgeAndX,     // a whole edge of eight, and the two cells diagonal to its corners
        kLine,         // a whole row or column of up to eight cells
        kLineEnd,      // six cells of a longer one, from its end
        kLineMiddle,   // six cells in its middle
        kDiagonal,     // a whole diagonal of up to eight cells
        kDiagonalEnd,  // six cells of a longer one, from its end
        kDiagonalMiddle,
    };

    Shape(Kind kind_of_pattern, int count, int its_detail, std::vector<int> mirror_order, bool owners, bool is_on_8x8);

    Kind kind;
    int cells;
    int detail;               // lines: distance to the parallel edge; diagonals: how many ends are corners
    std::vector<int> mirror;  // the order of cells in which it is the same shape again; empty: none
    bool has_owners;          // has weights that foretell who will own its cells
    bool on_8x8;              // lies on the board of 8x8

    int states() const;
    // How many states there are, counting one and its mirror image once.
    int distinct_states() const { return distinct_; }

    // Where the weights of a state are, below distinct_states(): mirror images share them.
    int home(int state) const { return homes_[static_cast<std::size_t>(state)]; }

    // Where the weight of a cell is within those of a state's home.
    int slot(int state, int cell) const {
        return mirror.empty() ? cell : slots_[static_cast<std::size_t>(state * cells + cell)];
    }

private:
    int mirrored(int state) const;

    std::vector<std::uint16_t> homes_;
    std::vector<std::uint8_t> slots_;
    int distinct_ = 0;
};

// All shapes. The order is that of the weights file.
const std::vector<Shape>& all_shapes();

struct BoardCell {
    int row;
    int column;
};

struct Site {
    int shape;                     // its number in all_shapes()
    std::vector<BoardCell> cells;  // in the order of the state's digits, the lowest first
};

// The sites of a board, the same set under every symmetry of it.
std::vector<Site> sites_of(int rows, int columns);

// The game is cut into stages by the share of the cells that are empty; the first is its end.
inline constexpr int kStages = 12;
constexpr int stage_of(int empties, int cells) {
    const int stage = empties * kStages / cells;
    return stage < kStages ? stage : kStages - 1;
}

}  // namespace garlic::othello
