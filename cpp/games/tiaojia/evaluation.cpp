#include "games/tiaojia/evaluation.h"

#include <algorithm>

namespace garlic::tiaojia {

using Cells = Position::Cells;

LinearEvaluation::LinearEvaluation(const Position& position) {
    for (int row = 0; row < position.rows(); ++row)
        for (int column = 0; column < position.columns(); ++column) {
            const int cell = row * Position::kStride + column;
            cell_value_[static_cast<std::size_t>(cell)] =
                weights_of(kStones) + weights_of(kCell + cell_class(cell, position.rows(), position.columns()));
        }
    Sums& here = sums(position);
    for (const Side side : {Side::kFirst, Side::kSecond}) {
        const Cells& own = position.stones(side);
        own.each([&](int cell) {
            std::int64_t sum = cell_value_[static_cast<std::size_t>(cell)];
            own.each([&](int second) {
                if (second > cell) sum += kFriendValue(cell, second);
            });
            here.sides += side == Side::kFirst ? sum : -sum;
            if (side == Side::kFirst)
                position.stones(Side::kSecond).each([&](int foe) { here.foes += kFoeValue(cell, foe); });
        });
    }
}

void LinearEvaluation::made(const Position& position, Position::Move move, const Cells& turned) {
    const Side us = other(position.mover());
    const int to = Position::target(move);
    Cells own = position.stones(us).without(turned);
    own.reset(to);
    Cells enemy = position.stones(position.mover()) | turned;

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
    Sums& here = sums(position);
    here.sides = before(position).sides + (us == Side::kFirst ? side_sum : -side_sum);
    here.foes = before(position).foes + foe_sum;
}

int LinearEvaluation::value(const Position& position, const Threats& threats) const {
    const Sums& here = sums(position);
    std::int64_t sum = (position.mover() == Side::kFirst ? here.sides : -here.sides) + here.foes + weights_of(kTempo) +
                       (threats.reach - threats.enemy_reach) * weights_of(kReach) +
                       threats.turning.any() * weights_of(kMoverThreatens) +
                       threats.enemy_turns * weights_of(kEnemyTurns) +
                       (threats.enemy_turns > 0) * weights_of(kEnemyThreatens);
    // Quiescence sees what the mover can turn: the fit gave this feature a weight of 0.
    if constexpr (weights_of(kMoverTurns) != 0) sum += turnable(position, threats).count() * weights_of(kMoverTurns);
    const int far = std::min(Position::kLastPly - position.ply(), kEndPlies);
    return (middle_of(sum) * far + end_of(sum) * (kEndPlies - far)) / kEndPlies;
}

Cells turnable(const Position& position, const Threats& threats) {
    Cells stones;
    threats.turning.each([&](int cell) { stones |= position.turned_at(cell); });
    return stones;
}

}  // namespace garlic::tiaojia
