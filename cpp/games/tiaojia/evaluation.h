// Tiaojia's evaluation: features, and the tables made from weights.h, which garlic.engines.training.tiaojia fitted on
// self-play games. LinearEvaluation keeps the sums up to date as moves are made.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <utility>

#include "games/tiaojia/rules.h"
#include "games/tiaojia/threats.h"
#include "games/tiaojia/weights.h"

namespace garlic::tiaojia {

// The first index of each group of features. All are from the mover's view: its own count minus the enemy's,
// where both sides have one.
enum Feature : int {
    kTempo,  // always 1: the mover's turn
    kStones,
    kReach,           // empty cells beside own stones
    kMoverTurns,      // enemy stones that the mover can turn now
    kMoverThreatens,  // 1 if there is any
    kEnemyTurns,      // own stones that the enemy could turn if it were to move
    kEnemyThreatens,
    kCell,                  // stones by distance from the two nearest edges
    kFriends = kCell + 21,  // pairs of one colour by distance in rows and columns
    kFoes = kFriends + 78,  // pairs of two colours, likewise
    kFeatures = kFoes + 78,
};

// In the last plies of the game the endgame weights fade in.
constexpr int kEndPlies = 60;

// A feature's two weights in one number: middlegame, and endgame in the upper half.
constexpr std::int64_t weights_of(int feature) {
    const auto index = static_cast<std::size_t>(feature);
    return (std::int64_t{weights::kEnd[index]} << 32) + weights::kMiddle[index];
}
constexpr int middle_of(std::int64_t sum) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)); }
constexpr int end_of(std::int64_t sum) { return static_cast<int>((sum - middle_of(sum)) >> 32); }

// Index of an unordered pair of numbers below `size`, row by row: (0,0), (0,1) ... (1,1) ...
constexpr int pair_class(int a, int b, int size) {
    if (a > b) std::swap(a, b);
    return a * size - a * (a - 1) / 2 + (b - a);
}

// Rows so wide that every difference of two cells is unique.
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

// What a player asks of an evaluation. It is told of every move after it was made; nothing has to be undone, because
// everything is kept by ply.
template <class E>
concept Evaluation = std::constructible_from<E, const Position&> &&
                     requires(E evaluation, const E& view, const Position& position, Position::Move move,
                              const Position::Cells& turned, const Threats& threats) {
                         { evaluation.made(position, move, turned) } -> std::same_as<void>;
                         { evaluation.skipped(position) } -> std::same_as<void>;
                         { view.value(position, threats) } -> std::same_as<int>;  // for the mover
                     };

// The sum of all features times their weights.
class LinearEvaluation {
public:
    explicit LinearEvaluation(const Position& position);

    void made(const Position& position, Position::Move move, const Position::Cells& turned);
    void skipped(const Position& position) { sums(position) = before(position); }
    int value(const Position& position, const Threats& threats) const;

private:
    // Each sum is two numbers in one: middlegame, and endgame in the upper half.
    struct Sums {
        std::int64_t sides = 0;  // terms of a side: kFirst's minus kSecond's
        std::int64_t foes = 0;   // terms of the mover, whichever side it is
    };

    Sums& sums(const Position& position) { return sums_[static_cast<std::size_t>(position.ply())]; }
    const Sums& sums(const Position& position) const { return sums_[static_cast<std::size_t>(position.ply())]; }
    const Sums& before(const Position& position) const { return sums_[static_cast<std::size_t>(position.ply() - 1)]; }

    std::array<Sums, Position::kLastPly + 1> sums_{};
    std::array<std::int64_t, Position::kStride * Position::kSide> cell_value_{};
};

static_assert(Evaluation<LinearEvaluation>);

// The enemy stones that the mover can turn now.
Position::Cells turnable(const Position& position, const Threats& threats);

}  // namespace garlic::tiaojia
