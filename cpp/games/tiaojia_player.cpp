#include "games/tiaojia_player.h"

#include <algorithm>
#include <cstdlib>

#include "games/tiaojia_weights.h"

namespace garlic {
namespace {

using Cells = Tiaojia::Cells;

constexpr int kStride = Tiaojia::kStride;

// The horizon: from so many plies before the last on, the weights of the end fade in.
constexpr int kEndPlies = 60;

constexpr std::int64_t both(int feature) {
    const auto index = static_cast<std::size_t>(feature);
    return (std::int64_t{tiaojia_weights::kEnd[index]} << 32) + tiaojia_weights::kMiddle[index];
}
constexpr int middle(std::int64_t sum) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)); }
constexpr int end(std::int64_t sum) { return static_cast<int>((sum - middle(sum)) >> 32); }

// Unordered pairs of two numbers below `size`, counted row by row: (0,0), (0,1) ... (1,1) ...
constexpr int pair_class(int a, int b, int size) {
    if (a > b) std::swap(a, b);
    return a * size - a * (a - 1) / 2 + (b - a);
}

// Rows wide enough that every difference of two cells is a number of its own.
constexpr int wide(int cell) { return cell + (cell & ~(kStride - 1)); }
constexpr int kWidest = 2 * kStride * Tiaojia::kSide;

struct PairTable {
    std::array<std::int64_t, 2 * kWidest> worth{};
    std::int64_t operator()(int a, int b) const { return worth[static_cast<std::size_t>(wide(a) - wide(b) + kWidest)]; }
};

constexpr PairTable pair_table(int first_feature) {
    PairTable table;
    for (int rows = -11; rows <= 11; ++rows)
        for (int columns = -11; columns <= 11; ++columns) {
            const int group = pair_class(rows < 0 ? -rows : rows, columns < 0 ? -columns : columns, 12);
            table.worth[static_cast<std::size_t>(rows * 2 * kStride + columns + kWidest)] = both(first_feature + group);
        }
    return table;
}

constexpr PairTable kFriendWorth = pair_table(kFriends);
constexpr PairTable kFoeWorth = pair_table(kFoes);

int cell_class(int cell, int rows, int columns) {
    const auto from_edge = [](int at, int size) { return std::min({at, size - 1 - at, 5}); };
    return pair_class(from_edge(cell / kStride, rows), from_edge(cell % kStride, columns), 6);
}

}  // namespace

TiaojiaPlayer::TiaojiaPlayer(const Tiaojia& position) : Tiaojia(position) {
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns(); ++column) {
            const int cell = row * kStride + column;
            cell_worth_[static_cast<std::size_t>(cell)] =
                both(kStones) + both(kCell + cell_class(cell, rows(), columns()));
        }
    Kept& here = kept();
    here.outlook = found_outlook();
    for (const Side side : {Side::kFirst, Side::kSecond})
        stones(side).each([&](int cell) {
            std::int64_t sum = cell_worth_[static_cast<std::size_t>(cell)];
            stones(side).each([&](int second) {
                if (second > cell) sum += kFriendWorth(cell, second);
            });
            here.sides += side == Side::kFirst ? sum : -sum;
            if (side == Side::kFirst)
                stones(Side::kSecond).each([&](int foe) { here.foes += kFoeWorth(cell, foe); });
        });
}

// Brings what is known up to date after a move.
void TiaojiaPlayer::keep(Move move, const Cells& turned) {
    const Side us = other(mover());
    const int to = target(move);
    Cells own = stones(us).without(turned);
    own.reset(to);
    Cells enemy = stones(mover()) | turned;

    std::int64_t side_sum = cell_worth_[static_cast<std::size_t>(to)] - cell_worth_[move.from];
    std::int64_t foe_sum = 0;
    own.each([&](int cell) { side_sum += kFriendWorth(to, cell) - kFriendWorth(move.from, cell); });
    enemy.each([&](int cell) { foe_sum += kFoeWorth(to, cell) - kFoeWorth(move.from, cell); });

    if (turned.any()) {
        own.set(to);
        turned.each([&](int cell) {
            // A stone among others changes sides: friends become foes, and foes friends.
            enemy.reset(cell);
            side_sum += 2 * cell_worth_[static_cast<std::size_t>(cell)];
            own.each([&](int friendly) {
                side_sum += kFriendWorth(cell, friendly);
                foe_sum -= kFoeWorth(cell, friendly);
            });
            enemy.each([&](int foe) {
                side_sum += kFriendWorth(cell, foe);
                foe_sum += kFoeWorth(cell, foe);
            });
            own.set(cell);
        });
    }
    const Kept& before = kept_[static_cast<std::size_t>(ply() - 1)];
    Kept& here = kept();
    here.sides = before.sides + (us == Side::kFirst ? side_sum : -side_sum);
    here.foes = before.foes + foe_sum;
    here.outlook = found_outlook();
}

// The enemy's stones that the mover can turn at once.
Tiaojia::Cells TiaojiaPlayer::threatened() const {
    Cells stones;
    outlook().turning.each([&](int cell) { stones |= turned_at(cell); });
    return stones;
}

Score TiaojiaPlayer::evaluate() const {
    const Kept& here = kept();
    const TiaojiaOutlook& outlook = here.outlook;
    std::int64_t sum = (mover() == Side::kFirst ? here.sides : -here.sides) + here.foes + both(kTempo) +
                       (outlook.reach - outlook.enemy_reach) * both(kReach) + outlook.turning.any() * both(kMoverMenaces) +
                       outlook.enemy_turns * both(kEnemyTurns) + (outlook.enemy_turns > 0) * both(kEnemyMenaces);
    // Quiescence sees what the mover can turn: the fit leaves nothing to count.
    if constexpr (both(kMoverTurns) != 0) sum += threatened().count() * both(kMoverTurns);
    const int far = std::min(plies_left(), kEndPlies);
    return points((middle(sum) * far + end(sum) * (kEndPlies - far)) / kEndPlies);
}

std::array<int, kTiaojiaFeatures> TiaojiaPlayer::features() const {
    std::array<int, kTiaojiaFeatures> counts{};
    const auto count = [&](int feature, int number) { counts[static_cast<std::size_t>(feature)] += number; };
    const auto distance = [](int a, int b) {
        return pair_class(std::abs(a / kStride - b / kStride), std::abs(a % kStride - b % kStride), 12);
    };
    const TiaojiaOutlook now = found_outlook();
    count(kTempo, 1);
    count(kReach, now.reach - now.enemy_reach);
    count(kMoverTurns, threatened().count());
    count(kMoverMenaces, now.turning.any());
    count(kEnemyTurns, now.enemy_turns);
    count(kEnemyMenaces, now.enemy_turns > 0);
    for (const int sign : {1, -1}) {
        const Cells& own = stones(sign > 0 ? mover() : other(mover()));
        const Cells& enemy = stones(sign > 0 ? other(mover()) : mover());
        count(kStones, sign * own.count());
        own.each([&](int cell) {
            count(kCell + cell_class(cell, rows(), columns()), sign);
            own.each([&](int second) {
                if (second > cell) count(kFriends + distance(cell, second), sign);
            });
            if (sign > 0) enemy.each([&](int foe) { count(kFoes + distance(cell, foe), 1); });
        });
    }
    return counts;
}

void TiaojiaPlayer::noisy_moves(MoveList<TiaojiaPlayer>& out, int below) const {
    // Stones can turn back and forth for ever: look only so far.
    constexpr int kFarthest = 8;
    if (below >= kFarthest) return;
    outlook().turning.each([&](int cell) { steps_onto(cell, out); });
}

bool TiaojiaPlayer::may_skip() const {
    return stones(mover()).count() > 2;
}

TiaojiaPlayer::Undo TiaojiaPlayer::skip() {
    const Kept& before = kept();
    const Undo undo = Tiaojia::skip();
    Kept& here = kept();
    here.sides = before.sides;
    here.foes = before.foes;
    here.outlook = found_outlook();
    return undo;
}

template class Engine<TiaojiaPlayer>;

}  // namespace garlic
