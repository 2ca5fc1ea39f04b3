// Gomoku and Renju on 5x5 to 20x20 points. Rules: garlic/games/gomoku.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "garlic/game.h"
#include "garlic/perft.h"

namespace garlic::gomoku {

enum class Rule : unsigned char { kFreestyle, kStandard, kRenju };

// How renju classifies a black stone on a point.
enum class RenjuVerdict : unsigned char { kFive, kLegal, kOverline, kDoubleFour, kDoubleThree };

const char* name(RenjuVerdict verdict);

// Stones as bits along every row, column and diagonal, so that a line is one word. A set of points is
// stored in all four directions.
class LineBits {
public:
    static constexpr int kLargest = 20;
    static constexpr int kDirections = 4;

    struct At {
        int line;
        int bit;
    };

    // The line through a point in direction 0 (row), 1 (column), 2 (rising) or 3 (falling).
    static constexpr At line_of(int column, int row, int direction) {
        switch (direction) {
            case 0: return {row, column};
            case 1: return {kLargest + column, row};
            case 2: return {2 * kLargest + (column - row + kLargest - 1), column};
            default: return {4 * kLargest - 1 + (column + row), column};
        }
    }

    std::uint32_t word(int line) const { return words_[static_cast<std::size_t>(line)]; }

    void flip(int column, int row) {
        for (int direction = 0; direction < kDirections; ++direction) {
            const At at = line_of(column, row, direction);
            words_[static_cast<std::size_t>(at.line)] ^= std::uint32_t{1} << at.bit;
        }
    }

    bool operator==(const LineBits&) const = default;

private:
    std::array<std::uint32_t, 6 * kLargest - 2> words_{};
};

// A position under one rule set, a template parameter so that the rules cost nothing at run time.
template <Rule kRule>
class Position {
public:
    static constexpr int kSmallest = 5;
    static constexpr int kLargest = LineBits::kLargest;
    static constexpr int kUsual = 15;
    static constexpr int kLastPass = 2;
    static constexpr std::size_t kMaxMoves = kLargest * kLargest + 1;
    static constexpr int kMoveWords = 1;
    static constexpr bool kFinishedIsLeaf = false;

    // A point, counted from the lower left corner; a pass lies outside the board.
    struct Move {
        std::uint8_t column;
        std::uint8_t row;
        bool operator==(const Move&) const = default;
    };
    static constexpr Move kPass{255, 255};

    struct Undo {
        std::uint8_t passes;
    };

    static Position parse(std::string_view text);
    std::string str() const;
    Move parse_move(std::string_view text) const;
    std::string move_str(Move move) const;

    Side mover() const { return mover_; }
    int size() const { return size_; }
    std::optional<Side> winner() const { return winner_; }
    int empties() const { return empties_; }
    std::uint64_t passes() const { return passes_; }
    bool over() const { return winner_.has_value() || passes_ == kLastPass || empties_ == 0; }

    // Row by row from the lower left corner, then the pass.
    void legal_moves(MoveList<Position>& out) const;
    std::size_t count_moves() const;
    Undo make(Move move);
    void undo(Move move, Undo undo);

    // The points forbidden to black, with either side to move, in the order of legal_moves().
    std::vector<std::pair<Move, RenjuVerdict>> forbidden() const;

    // A row's empty points, and a side's stones, as bits by column.
    std::uint32_t empty_in_row(int row) const { return empty_.word(row); }
    std::uint32_t stones_in_row(Side side, int row) const { return stones(side).word(row); }

protected:
    // The empty points of a line, numbered as in LineBits, as bits.
    std::uint32_t empty_on(int line) const { return empty_.word(line); }
    // Does renju forbid black this empty point? The definition is recursive in the points that make a straight
    // four of a three; `depth` limits the recursion.
    static constexpr int kAnyDepth = 1000;
    bool is_forbidden(int column, int row, int depth = kAnyDepth) const;
    // Gives the turn to the other side, which is not a pass: for null moves and threat searches.
    void change_mover() { mover_ = other(mover_); }

private:
    const LineBits& stones(Side side) const { return stones_[static_cast<std::size_t>(side)]; }
    bool wins(Side side, int column, int row) const;
    bool black_restricted() const;

    std::array<LineBits, 2> stones_;
    LineBits empty_;
    int size_ = kUsual;
    int empties_ = 0;
    int black_count_ = 0;
    std::uint8_t passes_ = 0;
    Side mover_ = Side::kFirst;
    std::optional<Side> winner_;
};

using FreestylePosition = Position<Rule::kFreestyle>;
using StandardPosition = Position<Rule::kStandard>;
using RenjuPosition = Position<Rule::kRenju>;

static_assert(WrittenGame<RenjuPosition>);
static_assert(CountsMoves<RenjuPosition>);
extern template class Position<Rule::kFreestyle>;
extern template class Position<Rule::kStandard>;
extern template class Position<Rule::kRenju>;

}  // namespace garlic::gomoku

namespace garlic {

extern template std::uint64_t perft<gomoku::FreestylePosition>(gomoku::FreestylePosition&, int);
extern template std::uint64_t perft<gomoku::StandardPosition>(gomoku::StandardPosition&, int);
extern template std::uint64_t perft<gomoku::RenjuPosition>(gomoku::RenjuPosition&, int);

}  // namespace garlic
