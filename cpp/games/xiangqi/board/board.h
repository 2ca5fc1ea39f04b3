// The pieces on the board and what they attack; no history, no side to move.
#pragma once

#include <bit>

#include "games/xiangqi/board/point_sets.h"
#include "garlic/bits.h"

namespace garlic::xiangqi {

using Squares = Bits<2>;

// Piece values for exchanges, by kind, in about hundredths of a pawn.
inline constexpr std::array<int, 8> kExchangeValue = {0, 10000, 200, 200, 450, 1000, 480, 100};
constexpr int exchange_value(Piece piece, int square) {
    const bool crossed = kind_of(piece) == kPawn && crossed_river(square, side_of(piece));
    return kExchangeValue[kind_of(piece)] + (crossed ? 80 : 0);
}

class Board {
public:
    Piece at(int square) const { return board_[static_cast<std::size_t>(square)]; }
    int king(Side side) const { return kings_[index(side)]; }
    Line row(Side side, int row) const { return rows_[index(side)][static_cast<std::size_t>(row)]; }

    Line column(Side side, int column) const { return columns_[index(side)][static_cast<std::size_t>(column)]; }

    // The pieces of a side, those of one kind, and their number.
    PointSet pieces(Side side) const { return points_[index(side)][kNone]; }
    PointSet pieces(Side side, Kind kind) const { return points_[index(side)][kind]; }
    int number(Side side, Kind kind) const { return numbers_[index(side)][kind]; }

    void put(int square, Piece piece) {
        ++numbers_[index(side_of(piece))][kind_of(piece)];
        toggle(square, piece);
        settle(square, piece);
    }

    // Moves the piece on `from` to `to` and returns what it captured.
    Piece shift(int from, int to) {
        const Piece piece = at(from);
        const Piece taken = at(to);
        if (taken != kEmpty) {
            --numbers_[index(side_of(taken))][kind_of(taken)];
            toggle(to, taken);
        }
        board_[static_cast<std::size_t>(from)] = kEmpty;
        toggle(from, piece);
        toggle(to, piece);
        settle(to, piece);
        return taken;
    }
    void shift_back(int from, int to, Piece taken) {
        shift(to, from);
        if (taken != kEmpty) put(to, taken);
    }

    // Calls visit(square) for every piece of `side`, in reading order.
    template <class Visit>
    void each_piece(Side side, Visit visit) const {
        each_point(pieces(side), visit);
    }

    // Calls visit(to), ascending, for every pseudo-legal target of the piece on `from`.
    template <class Visit>
    void each_target(int from, Visit visit) const {
        const Piece piece = at(from);
        if (!slides(piece)) {
            const Piece own = piece & 24;
            for (const Step step : kStepsFrom[piece][static_cast<std::size_t>(from)])
                if (at(step.gate) == kEmpty && (at(step.square) & own) == 0) visit(int{step.square});
            return;
        }
        const auto [along_row, along_column] = lines_from(from, piece);
        const int row_index = kRowOf[static_cast<std::size_t>(from)];
        const int column = kColumnOf[static_cast<std::size_t>(from)];
        const unsigned above = along_column & (bit(row_index) - 1u);
        for (unsigned left = above; left != 0; left &= left - 1) visit(std::countr_zero(left) * kColumns + column);
        for (unsigned left = along_row; left != 0; left &= left - 1)
            visit(row_index * kColumns + std::countr_zero(left));
        for (unsigned left = along_column ^ above; left != 0; left &= left - 1)
            visit(std::countr_zero(left) * kColumns + column);
    }

    // The same for captures only.
    template <class Visit>
    void each_capture(int from, Visit visit) const {
        const Piece piece = at(from);
        const Side enemy = other(side_of(piece));
        if (!slides(piece)) {
            const Piece theirs = side_bit(enemy);
            for (const Step step : kStepsFrom[piece][static_cast<std::size_t>(from)])
                if ((at(step.square) & theirs) != 0 && at(step.gate) == kEmpty) visit(int{step.square});
            return;
        }
        const auto [along_row, along_column] = lines_from(from, piece);
        const int row_index = kRowOf[static_cast<std::size_t>(from)];
        const int column_index = kColumnOf[static_cast<std::size_t>(from)];
        for (unsigned left = along_row & row(enemy, row_index); left != 0; left &= left - 1)
            visit(row_index * kColumns + std::countr_zero(left));
        for (unsigned left = along_column & column(enemy, column_index); left != 0; left &= left - 1)
            visit(std::countr_zero(left) * kColumns + column_index);
    }

    int count_targets(int from) const {
        const Piece piece = at(from);
        if (!slides(piece)) {
            const Piece own = piece & 24;
            int count = 0;
            for (const Step step : kStepsFrom[piece][static_cast<std::size_t>(from)])
                count += int{at(step.gate) == kEmpty} & int{(at(step.square) & own) == 0};
            return count;
        }
        const auto [along_row, along_column] = lines_from(from, piece);
        return kOnes[along_row] + kOnes[along_column];
    }

    // Is `to` a pseudo-legal target of the piece on `from`?
    bool reaches(int from, int to) const {
        const Piece piece = at(from);
        if (!slides(piece)) {
            for (const Step step : kStepsFrom[piece][static_cast<std::size_t>(from)])
                if (step.square == to) return at(step.gate) == kEmpty && (at(to) & piece & 24) == 0;
            return false;
        }
        const auto [along_row, along_column] = lines_from(from, piece);
        if (row_of(from) == row_of(to)) return (along_row & bit(column_of(to))) != 0;
        return column_of(from) == column_of(to) && (along_column & bit(row_of(to))) != 0;
    }

    Squares targets(int from) const {
        Squares found;
        each_target(from, [&](int to) { found.set(to); });
        return found;
    }

    // Is the king of `side` attacked? Kings that face each other count as attacking.
    bool in_check(Side side) const;

    // Does the move leave the own king safe?
    bool is_safe(int from, int to) const;

    // Static exchange evaluation of a move: the material gained on its target if each side captures with its
    // cheapest piece and may stop at any time. Pins are ignored.
    int exchange(int from, int to) const;

    // What restricts the moves of a side, for the generator.
    struct Danger {
        int checkers = 0;
        Squares answers;  // with one checker: where a piece other than the king can block or capture
        int screen = -1;  // with one checker, a cannon: its screen, which may step aside
        Squares guards;   // without checkers: own pieces that are pinned
        Squares hollow;   // without checkers: points that would become a cannon's screen
    };
    Danger danger(Side side) const;

private:
    struct Lines {
        Line row;
        Line column;
    };

    static constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }
    static bool slides(Piece piece) { return kind_of(piece) == kChariot || kind_of(piece) == kCannon; }

    void settle(int square, Piece piece) {
        board_[static_cast<std::size_t>(square)] = piece;
        if (kind_of(piece) == kKing) kings_[index(side_of(piece))] = static_cast<std::uint8_t>(square);
    }

    void toggle(int square, Piece piece) {
        const std::size_t side = index(side_of(piece));
        points_[side][kNone] ^= point(square);
        points_[side][kind_of(piece)] ^= point(square);
        const std::size_t row_index = kRowOf[static_cast<std::size_t>(square)];
        const std::size_t column = kColumnOf[static_cast<std::size_t>(square)];
        rows_[side][row_index] = static_cast<Line>(rows_[side][row_index] ^ bit(static_cast<int>(column)));
        columns_[side][column] = static_cast<Line>(columns_[side][column] ^ bit(static_cast<int>(row_index)));
    }

    // The targets of a chariot or cannon on its row and column.
    Lines lines_from(int from, Piece piece) const {
        const std::size_t row_index = kRowOf[static_cast<std::size_t>(from)];
        const std::size_t column = kColumnOf[static_cast<std::size_t>(from)];
        const std::size_t own = index(side_of(piece));
        const Line own_row = rows_[own][row_index];
        const Line own_column = columns_[own][column];
        const Line other_row = rows_[1 - own][row_index];
        const Line other_column = columns_[1 - own][column];
        const unsigned full_row = own_row | other_row;
        const unsigned full_column = own_column | other_column;
        const unsigned open_row = kChariotAlongRow[column][full_row];
        const unsigned open_column = kChariotAlongColumn[row_index][full_column];
        if (kind_of(piece) == kChariot)
            return {static_cast<Line>(open_row & ~unsigned{own_row}),
                    static_cast<Line>(open_column & ~unsigned{own_column})};
        return {static_cast<Line>((open_row & ~full_row) | (kCannonAlongRow[column][full_row] & other_row)),
                static_cast<Line>((open_column & ~full_column) |
                                  (kCannonAlongColumn[row_index][full_column] & other_column))};
    }

    void look_along(Side side, int step, Danger& found) const;

    template <bool kMoved>
    bool is_attacked(Side side, int square, int from, int to) const;

    std::array<std::array<PointSet, 8>, 2> points_{};  // by kind; kNone: all pieces of the side
    std::array<std::array<std::uint8_t, 8>, 2> numbers_{};
    std::array<Piece, kSquares + 1> board_{};  // the last one is kNowhere, always empty
    std::array<std::uint8_t, 2> kings_{};
    std::array<std::array<Line, kRows>, 2> rows_{};
    std::array<std::array<Line, kColumns>, 2> columns_{};
};

}  // namespace garlic::xiangqi
