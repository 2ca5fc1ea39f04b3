// Weighted Othello on boards of 3 to 20 cells a side. Rules: garlic/games/othello.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "games/othello/board/grid.h"
#include "games/othello/board/grid8x8.h"
#include "garlic/game.h"
#include "garlic/perft.h"

namespace garlic::othello {

// A position on a Board, which knows the lines of boards of its size. Discs are stored as the mover's and the
// enemy's, so that a search does not deal with colours.
template <class Board>
class Position {
public:
    using Cells = typename Board::Cells;

    static constexpr std::size_t kMaxMoves = static_cast<std::size_t>(Board::kRows * Board::kColumns);
    static constexpr int kMoveWords = 1;
    static constexpr bool kFinishedIsLeaf = true;

    // A cell by its bit, or the pass.
    struct Move {
        std::uint16_t place;
        bool operator==(const Move&) const = default;
    };
    static constexpr Move kPass{0xffff};

    struct Undo {
        Cells flips;
        std::uint8_t passes;
    };

    static Position parse(std::string_view text);
    std::string str() const;
    Move parse_move(std::string_view text) const;
    std::string move_str(Move move) const;

    Side mover() const { return mover_; }
    int passes() const { return passes_; }
    const Cells& own() const { return own_; }
    const Cells& enemy() const { return enemy_; }
    const Cells& discs(Side side) const { return side == mover_ ? own_ : enemy_; }
    Cells empty() const { return board_.without(own_ | enemy_); }
    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int cell_value(int place) const { return cell_values_[static_cast<std::size_t>(place)]; }

    // The total value of the cells under a side's discs.
    int score(Side side) const {
        int sum = 0;
        discs(side).each([&](int place) { sum += cell_value(place); });
        return sum;
    }

    bool over() const { return passes_ == 2 || empty().none(); }

    // The cells where the mover may place a disc. A finished game may have some, too.
    Cells targets() const { return Board::reach(own_, enemy_) & empty(); }

    void legal_moves(MoveList<Position>& out) const {
        if (over()) return;
        targets().each([&](int place) { out.push({static_cast<std::uint16_t>(place)}); });
        if (out.empty()) out.push(kPass);
    }

    std::size_t count_moves() const {
        if (over()) return 0;
        const int count = Board::count(targets());
        return count == 0 ? 1 : static_cast<std::size_t>(count);
    }

    Undo make(Move move) {
        Undo undo{{}, passes_};
        if (move == kPass) {
            ++passes_;
        } else {
            undo.flips = Board::flips(move.place, own_, enemy_);
            own_ |= undo.flips;
            own_.set(move.place);
            enemy_ ^= undo.flips;
            passes_ = 0;
        }
        change_sides();
        return undo;
    }

    void undo(Move move, const Undo& undo) {
        change_sides();
        passes_ = undo.passes;
        if (move == kPass) return;
        own_ ^= undo.flips;
        own_.reset(move.place);
        enemy_ |= undo.flips;
    }

private:
    static int place(int row, int column) { return row * Board::kStride + column; }

    void change_sides() {
        std::swap(own_, enemy_);
        mover_ = other(mover_);
    }

    Cells own_;
    Cells enemy_;
    Cells board_;
    Side mover_ = Side::kFirst;
    std::uint8_t passes_ = 0;
    // Not touched by make():
    int rows_ = 0;
    int columns_ = 0;
    std::array<std::uint8_t, static_cast<std::size_t>(Board::kPlaces)> cell_values_{};
};

using Position8x8 = Position<Grid8x8>;
using Position7x8 = Position<Grid<9, 1>>;     // up to 7 rows of 8: one word
using Position11x10 = Position<Grid<11, 2>>;  // up to 11 rows of 10
using Position14x12 = Position<Grid<13, 3>>;  // up to 14 rows of 12
using Position20x20 = Position<Grid<21, 7>>;  // every size

static_assert(WrittenGame<Position8x8> && CountsMoves<Position8x8>);
static_assert(WrittenGame<Position20x20> && CountsMoves<Position20x20>);

extern template class Position<Grid8x8>;
extern template class Position<Grid<9, 1>>;
extern template class Position<Grid<11, 2>>;
extern template class Position<Grid<13, 3>>;
extern template class Position<Grid<21, 7>>;

}  // namespace garlic::othello

namespace garlic {

extern template std::uint64_t perft<othello::Position8x8>(othello::Position8x8&, int);
extern template std::uint64_t perft<othello::Position7x8>(othello::Position7x8&, int);
extern template std::uint64_t perft<othello::Position11x10>(othello::Position11x10&, int);
extern template std::uint64_t perft<othello::Position14x12>(othello::Position14x12&, int);
extern template std::uint64_t perft<othello::Position20x20>(othello::Position20x20&, int);

}  // namespace garlic
