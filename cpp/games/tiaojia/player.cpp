#include "games/tiaojia/player.h"

#include <algorithm>
#include <cstdlib>

namespace garlic::tiaojia {
namespace {

using Cells = Position::Cells;

constexpr int kStride = Position::kStride;

}  // namespace

Player::Player(const Position& position) : Position(position) {
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns(); ++column) {
            const int cell = row * kStride + column;
            cell_value_[static_cast<std::size_t>(cell)] =
                weights_of(kStones) + weights_of(kCell + cell_class(cell, rows(), columns()));
        }
    PlyState& here = state();
    here.threats = find_threats();
    for (const Side side : {Side::kFirst, Side::kSecond})
        stones(side).each([&](int cell) {
            std::int64_t sum = cell_value_[static_cast<std::size_t>(cell)];
            stones(side).each([&](int second) {
                if (second > cell) sum += kFriendValue(cell, second);
            });
            here.sides += side == Side::kFirst ? sum : -sum;
            if (side == Side::kFirst) stones(Side::kSecond).each([&](int foe) { here.foes += kFoeValue(cell, foe); });
        });
}

// Updates the sums and threats after a move.
void Player::update(Move move, const Cells& turned) {
    const Side us = other(mover());
    const int to = target(move);
    Cells own = stones(us).without(turned);
    own.reset(to);
    Cells enemy = stones(mover()) | turned;

    std::int64_t side_sum = cell_value_[static_cast<std::size_t>(to)] - cell_value_[move.from];
    std::int64_t foe_sum = 0;
    own.each([&](int cell) { side_sum += kFriendValue(to, cell) - kFriendValue(move.from, cell); });
    enemy.each([&](int cell) { foe_sum += kFoeValue(to, cell) - kFoeValue(move.from, cell); });

    if (turned.any()) {
        own.set(to);
        turned.each([&](int cell) {
            // A stone that changes sides: its friend pairs become foe pairs, and the other way round.
            enemy.reset(cell);
            side_sum += 2 * cell_value_[static_cast<std::size_t>(cell)];
            own.each([&](int friendly) {
                side_sum += kFriendValue(cell, friendly);
                foe_sum -= kFoeValue(cell, friendly);
            });
            enemy.each([&](int foe) {
                side_sum += kFriendValue(cell, foe);
                foe_sum += kFoeValue(cell, foe);
            });
            own.set(cell);
        });
    }
    const PlyState& before = states_[static_cast<std::size_t>(ply() - 1)];
    PlyState& here = state();
    here.sides = before.sides + (us == Side::kFirst ? side_sum : -side_sum);
    here.foes = before.foes + foe_sum;
    here.threats = find_threats();
}

// The enemy stones that the mover can turn now.
Position::Cells Player::turnable() const {
    Cells stones;
    threats().turning.each([&](int cell) { stones |= turned_at(cell); });
    return stones;
}

Score Player::evaluate() const {
    const PlyState& here = state();
    const Threats& threats = here.threats;
    std::int64_t sum = (mover() == Side::kFirst ? here.sides : -here.sides) + here.foes + weights_of(kTempo) +
                       (threats.reach - threats.enemy_reach) * weights_of(kReach) +
                       threats.turning.any() * weights_of(kMoverThreatens) +
                       threats.enemy_turns * weights_of(kEnemyTurns) +
                       (threats.enemy_turns > 0) * weights_of(kEnemyThreatens);
    // Quiescence sees what the mover can turn: the fit gave this feature a weight of 0.
    if constexpr (weights_of(kMoverTurns) != 0) sum += turnable().count() * weights_of(kMoverTurns);
    const int far = std::min(plies_left(), kEndPlies);
    return points((middle_of(sum) * far + end_of(sum) * (kEndPlies - far)) / kEndPlies);
}

std::array<int, kFeatures> Player::features() const {
    std::array<int, kFeatures> counts{};
    const auto count = [&](int feature, int number) { counts[static_cast<std::size_t>(feature)] += number; };
    const auto distance = [](int a, int b) {
        return pair_class(std::abs(a / kStride - b / kStride), std::abs(a % kStride - b % kStride), 12);
    };
    const Threats now = find_threats();
    count(kTempo, 1);
    count(kReach, now.reach - now.enemy_reach);
    count(kMoverTurns, turnable().count());
    count(kMoverThreatens, now.turning.any());
    count(kEnemyTurns, now.enemy_turns);
    count(kEnemyThreatens, now.enemy_turns > 0);
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

void Player::noisy_moves(MoveList<Player>& out, int below) const {
    // Stones can turn back and forth for ever: limit the depth.
    constexpr int kFarthest = 8;
    if (below >= kFarthest) return;
    threats().turning.each([&](int cell) { steps_onto(cell, out); });
}

bool Player::may_skip() const { return stones(mover()).count() > 2; }

Player::Undo Player::skip() {
    const PlyState& before = state();
    const Undo undo = Position::skip();
    PlyState& here = state();
    here.sides = before.sides;
    here.foes = before.foes;
    here.threats = find_threats();
    return undo;
}

}  // namespace garlic::tiaojia

namespace garlic {

template class Engine<tiaojia::Player>;

}  // namespace garlic
