// What Tiaojia's evaluation counts, and the tables made from the weights in weights.h, which
// garlic.engines.training.tiaojia has fitted on games. The player keeps the sums up to date.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "games/tiaojia/rules.h"
#include "games/tiaojia/weights.h"

namespace garlic::tiaojia {

// Where each kind of feature begins in a position's list of numbers. All are for the mover:
// its own count minus the enemy's, where both sides have one.
enum Feature : int {
    kTempo,  // 1: it is the mover's turn
    kStones,
    kReach,         // empty cells beside own stones
    kMoverTurns,    // enemy stones that the mover can turn at once
    kMoverMenaces,  // 1 if there is one
    kEnemyTurns,    // own stones that the enemy could turn if it were to move
    kEnemyMenaces,
    kCell,                  // stones by their distances from the two nearest edges
    kFriends = kCell + 21,  // pairs of one colour by their distances in rows and columns
    kFoes = kFriends + 78,  // pairs of two colours likewise
    kFeatureCount = kFoes + 78,
};

// From so many plies before the last one on, the weights of the end fade in.
constexpr int kEndPlies = 60;

// A feature's two weights in one number: for the middle of the game and (upper half) for its end.
constexpr std::int64_t weights_of(int feature) {
    const auto index = static_cast<std::size_t>(feature);
    return (std::int64_t{weights::kEnd[index]} << 32) + weights::kMiddle[index];
}
constexpr int middle_of(std::int64_t sum) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)); }
constexpr int end_of(std::int64_t sum) { return static_cast<int>((sum - middle_of(sum)) >> 32); }

// Unordered pairs of two numbers below `size`, counted row by row: (0,0), (0,1) ... (1,1) ...
constexpr int pair_class(int a, int b, int size) {
    if (a > b) std::swap(a, b);
    return a * size - a * (a - 1) / 2 + (b - a);
}

// Rows wide enough that every difference of two cells is a number of its own.
constexpr int wide(int cell) { return cell + (cell & ~(Position::kStride - 1)); }
constexpr int kWidest = 2 * Position::kStride * Position::kSide;

struct PairTable {
    std::array<std::int64_t, 2 * kWidest> value{};
    std::int64_t operator()(int a, int b) const { return value[static_cast<std::size_t>(wide(a) - wide(b) + kWidest)]; }
};

constexpr PairTable pair_table(int first_feature) {
    PairTable table;
    for (int rows = -11; rows <= 11; ++rows)
        for (int columns = -11; columns <= 11; ++columns) {
            const int group = pair_class(rows < 0 ? -rows : rows, columns < 0 ? -columns : columns, 12);
            table.value[static_cast<std::size_t>(rows * 2 * Position::kStride + columns + kWidest)] =
                weights_of(first_feature + group);
        }
    return table;
}

constexpr PairTable kFriendValue = pair_table(kFriends);
constexpr PairTable kFoeValue = pair_table(kFoes);

inline int cell_class(int cell, int rows, int columns) {
    const auto from_edge = [](int at, int size) { return std::min({at, size - 1 - at, 5}); };
    return pair_class(from_edge(cell / Position::kStride, rows), from_edge(cell % Position::kStride, columns), 6);
}

}  // namespace garlic::tiaojia
