// Tiaojia: 12x12 cells (or fewer), stones that change sides. Rules: garlic/games/tiaojia.
#pragma once

#include <cstdint>

#include "garlic/bits.h"
#include "garlic/game.h"
#include "garlic/perft.h"
#include "garlic/score.h"

namespace garlic::tiaojia {

class Position {
public:
    static constexpr int kSide = 12;
    static constexpr int kLastPly = 120;
    static constexpr std::size_t kMaxMoves = 506;  // pairs of neighbouring cells; no two moves share one
    static constexpr int kMoveWords = 3;
    static constexpr bool kFinishedIsLeaf = false;

    // Rows are 16 apart, so that two steps off the side land on no cell and a word holds four whole rows.
    // kNowhere stands for a cell outside the board.
    static constexpr int kStride = 16;
    static constexpr int kNowhere = kStride * kSide - 1;
    static constexpr int kDirections = 8;
    using Cells = Bits<3>;

    struct Move {
        std::uint8_t from;
        std::uint8_t direction;
        bool operator==(const Move&) const = default;
    };
    struct Undo {
        Cells turned;
        std::uint64_t key;
    };

    static Position parse(std::string_view text);
    std::string str() const;
    Move parse_move(std::string_view text) const;
    std::string move_str(Move move) const;

    Side mover() const { return mover_; }
    int ply() const { return ply_; }
    int rows() const { return rows_; }
    int columns() const { return columns_; }
    const Cells& stones(Side side) const { return stones_[static_cast<std::size_t>(side)]; }
    // Smaller boards use the top left of the 12x12.
    Cells empty() const { return board_.without(stones_[0] | stones_[1]); }
    std::uint64_t key() const { return key_; }

    void legal_moves(MoveList<Position>& out) const;
    std::size_t count_moves() const;
    bool is_legal(Move move) const;
    bool over() const { return ply_ >= kLastPly || (beside(stones(mover_)) & empty()).none(); }
    Undo make(Move move);
    void undo(Move move, const Undo& undo);

    // The result of a finished game for the side to move.
    Score result() const;

    // A null move: the rules have none, but a search may use it.
    Undo skip();
    void unskip(const Undo& undo);

    // The cell a legal move leads to.
    static int target(Move move) {
        constexpr int kOffsets[kDirections] = {-kStride,     kStride,      -1,          1,
                                               -kStride - 1, -kStride + 1, kStride - 1, kStride + 1};
        return move.from + kOffsets[move.direction];
    }
    // The moves onto an empty cell.
    void steps_onto(int cell, MoveList<Position>& out) const;
    // The enemy stones that turn when the mover steps onto an empty cell, from any neighbour.
    Cells turned_at(int cell) const;
    int count_turned_at(int cell) const;
    // The empty cells where a stone of `side` would turn an enemy stone, reachable or not.
    Cells turning_cells(Side side) const;
    // The neighbours of a set in all eight directions, and the set itself.
    static Cells beside(const Cells& cells) {
        const Cells row = cells | cells.shifted<1>() | cells.shifted<-1>();
        return row | row.shifted<kStride>() | row.shifted<-kStride>();
    }

protected:
    // The same as make(), if the caller knows what turns.
    Undo make(Move move, const Cells& turned);

private:
    static int place(int row, int column);
    std::uint8_t turned_around(int cell) const;
    std::uint64_t computed_key() const;
    void change_turn();

    Cells stones_[2];
    Cells board_;
    std::uint64_t key_ = 0;
    int rows_ = kSide;
    int columns_ = kSide;
    int ply_ = 0;
    Side mover_ = Side::kFirst;
};

static_assert(WrittenGame<Position>);
static_assert(CountsMoves<Position>);

}  // namespace garlic::tiaojia

namespace garlic {

extern template std::uint64_t perft<tiaojia::Position>(tiaojia::Position&, int);

}  // namespace garlic
