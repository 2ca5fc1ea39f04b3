// The inputs of Xiangqi's net: a piece of one's own, or of the enemy, on each point of the board, once for each group of
// points that the own king may stand on. A side sees the board with its own palace below, and mirrored if its king stands
// on the right.
#pragma once

#include <algorithm>
#include <array>

#include "games/xiangqi/board/board.h"
#include "games/xiangqi/evaluation.h"
#include "nets/kernels.h"
#include "nets/shape.h"

namespace garlic::xiangqi {

constexpr int kNetHidden = 128;
constexpr int kNetBuckets = 8;
constexpr int kNetPieces = 32;
constexpr int kKingGroups = 3;  // at home in the middle, at home beside it, further up
constexpr int kPieceInputs = 2 * 7 * kSquares;
constexpr nets::Shape kNetShape{kKingGroups * kPieceInputs, kNetHidden, 0, kNetBuckets, kNetPieces};

// How a side sees the board: by where its king stands.
struct Sight {
    Side side;
    bool mirrored;
    std::uint8_t king_group;

    bool operator==(const Sight&) const = default;
};

constexpr Sight sight(Side side, int king) {
    const int row = side == Side::kFirst ? kRows - 1 - row_of(king) : row_of(king);
    const int column = column_of(king);
    const bool middle = column == kColumns / 2;
    return {side, column > kColumns / 2, static_cast<std::uint8_t>(row > 0 ? 2 : middle ? 0 : 1)};
}

// A point as it is seen: rows turned for black, columns turned if mirrored.
constexpr int seen(Side side, bool mirrored, int square) {
    const int row = side == Side::kFirst ? row_of(square) : kRows - 1 - row_of(square);
    const int column = mirrored ? kColumns - 1 - column_of(square) : column_of(square);
    return row * kColumns + column;
}

inline constexpr auto kSeen = [] {
    std::array<std::array<std::array<std::uint8_t, kSquares>, 2>, 2> table{};
    for (const Side side : {Side::kFirst, Side::kSecond})
        for (const bool mirrored : {false, true})
            for (int square = 0; square < kSquares; ++square)
                table[static_cast<std::size_t>(side)][mirrored][static_cast<std::size_t>(square)] =
                    static_cast<std::uint8_t>(seen(side, mirrored, square));
    return table;
}();

inline nets::Input net_input(const Sight& sight, Piece piece, int square) {
    const int kind = kind_of(piece) - kKing + (side_of(piece) == sight.side ? 0 : 7);
    const int point = kSeen[static_cast<std::size_t>(sight.side)][sight.mirrored][static_cast<std::size_t>(square)];
    return static_cast<nets::Input>(sight.king_group * kPieceInputs + kind * kSquares + point);
}

// The layers by what is left on the board.
constexpr int kFullPhase = 46;  // phase_of() of all pieces
constexpr int net_bucket(int phase) { return std::min(phase * kNetBuckets / (kFullPhase + 1), kNetBuckets - 1); }

inline int net_bucket(const Board& board) {
    int phase = 0;
    for (const Side side : {Side::kFirst, Side::kSecond})
        for (const Kind kind : {kHorse, kChariot, kCannon, kPawn})
            phase += board.number(side, kind) * phase_of(piece_of(side, kind));
    return net_bucket(phase);
}

}  // namespace garlic::xiangqi
