// Moves on an empty board and along occupied lines, computed at compile time. Squares are numbered in reading
// order from a9, black's corner: 9 in a row, 90 in all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "garlic/game.h"

namespace garlic::xiangqi {

constexpr int kRows = 10;
constexpr int kColumns = 9;
constexpr int kSquares = kRows * kColumns;
constexpr int kNowhere = kSquares;  // a square outside the board that is always empty

enum Kind : std::uint8_t { kNone, kKing, kAdvisor, kElephant, kHorse, kChariot, kCannon, kPawn };

// A piece is its kind and one bit for its side, so that its side is tested by one `and`.
using Piece = std::uint8_t;
constexpr Piece kEmpty = 0;
constexpr int kPieceCodes = 24;

constexpr Piece side_bit(Side side) { return side == Side::kFirst ? 8 : 16; }
constexpr Piece piece_of(Side side, Kind kind) { return static_cast<Piece>(side_bit(side) | kind); }
constexpr Kind kind_of(Piece piece) { return static_cast<Kind>(piece & 7); }
constexpr Side side_of(Piece piece) { return (piece & 8) != 0 ? Side::kFirst : Side::kSecond; }

constexpr int row_of(int square) { return square / kColumns; }
constexpr int column_of(int square) { return square % kColumns; }
constexpr bool crossed_river(int square, Side side) {
    return side == Side::kFirst ? square < kSquares / 2 : square >= kSquares / 2;
}

// A step that needs `gate` (a horse's leg, an elephant's eye, or kNowhere) to be empty.
struct Step {
    std::uint8_t gate;
    std::uint8_t square;
};

struct Steps {
    std::uint8_t count = 0;
    std::array<Step, 8> steps{};

    constexpr void add(int gate, int square) {
        steps[count++] = {static_cast<std::uint8_t>(gate), static_cast<std::uint8_t>(square)};
    }
    constexpr const Step* begin() const { return steps.data(); }
    constexpr const Step* end() const { return steps.data() + count; }
};

constexpr bool on_board(int row, int column) { return row >= 0 && row < kRows && column >= 0 && column < kColumns; }

constexpr bool in_a_palace(int square) {
    const int row = row_of(square);
    const int column = column_of(square);
    return column >= 3 && column <= 5 && (row <= 2 || row >= 7);
}

// Can a piece of this kind go from one square to the other in one step? Sets the gate, too.
constexpr bool is_step(Piece piece, int from, int to, int& gate) {
    const int down = row_of(to) - row_of(from);
    const int right = column_of(to) - column_of(from);
    const int rows = down < 0 ? -down : down;
    const int columns = right < 0 ? -right : right;
    const Side side = side_of(piece);
    gate = kNowhere;
    switch (kind_of(piece)) {
        case kKing: return rows + columns == 1 && in_a_palace(from) && in_a_palace(to);
        case kAdvisor: return rows == 1 && columns == 1 && in_a_palace(from) && in_a_palace(to);
        case kElephant:
            gate = (from + to) / 2;
            return rows == 2 && columns == 2 && crossed_river(from, side) == crossed_river(to, side);
        case kHorse:
            gate = (row_of(from) + down / 2) * kColumns + column_of(from) + right / 2;
            return rows * columns == 2;
        case kPawn:
            if (columns == 1) return rows == 0 && crossed_river(from, side);
            return columns == 0 && down == (side == Side::kFirst ? -1 : 1);
        default: return false;
    }
}

// The steps of a piece from a square, ascending.
inline constexpr auto kStepsFrom = [] {
    std::array<std::array<Steps, kSquares>, kPieceCodes> table{};
    for (const Side side : {Side::kFirst, Side::kSecond})
        for (const Kind kind : {kKing, kAdvisor, kElephant, kHorse, kPawn}) {
            const Piece piece = piece_of(side, kind);
            for (int from = 0; from < kSquares; ++from)
                for (int down = -2; down <= 2; ++down)
                    for (int right = -2; right <= 2; ++right) {
                        if (!on_board(row_of(from) + down, column_of(from) + right)) continue;
                        const int to = from + down * kColumns + right;
                        int gate = kNowhere;
                        if (is_step(piece, from, to, gate)) table[piece][static_cast<std::size_t>(from)].add(gate, to);
                    }
        }
    return table;
}();

// From where a horse or pawn reaches a square: the same steps reversed.
constexpr auto steps_to(Piece piece) {
    std::array<Steps, kSquares> table{};
    for (int from = 0; from < kSquares; ++from)
        for (const Step step : kStepsFrom[piece][static_cast<std::size_t>(from)])
            table[step.square].add(step.gate, from);
    return table;
}
inline constexpr auto kHorsesTo = steps_to(piece_of(Side::kFirst, kHorse));
inline constexpr std::array kPawnsTo = {steps_to(piece_of(Side::kFirst, kPawn)),
                                        steps_to(piece_of(Side::kSecond, kPawn))};

// The occupancy of a line as bits; bit i is its i-th point.
using Line = std::uint16_t;

constexpr Line bit(int place) { return static_cast<Line>(1u << place); }

// The points that a chariot on a place reaches, or that a cannon there attacks over one piece, by place and occupancy.
// Computed in tables.cpp: in every file that includes this they would take most of its compile time.
template <int Length>
using LineTable = std::array<std::array<Line, std::size_t{1} << Length>, Length>;
extern const LineTable<kColumns> kChariotAlongRow;
extern const LineTable<kColumns> kCannonAlongRow;
extern const LineTable<kRows> kChariotAlongColumn;
extern const LineTable<kRows> kCannonAlongColumn;

// The number of points in a line: faster than counting bits on old machines.
inline constexpr auto kOnes = [] {
    std::array<std::uint8_t, 1u << kRows> table{};
    for (std::size_t line = 1; line < table.size(); ++line)
        table[line] = static_cast<std::uint8_t>(table[line / 2] + line % 2);
    return table;
}();

inline constexpr auto kRowOf = [] {
    std::array<std::uint8_t, kSquares> table{};
    for (int square = 0; square < kSquares; ++square)
        table[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(row_of(square));
    return table;
}();
inline constexpr auto kColumnOf = [] {
    std::array<std::uint8_t, kSquares> table{};
    for (int square = 0; square < kSquares; ++square)
        table[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(column_of(square));
    return table;
}();

}  // namespace garlic::xiangqi
