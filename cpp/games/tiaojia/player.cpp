#include "games/tiaojia/player.h"

#include <algorithm>
#include <cstdlib>

namespace garlic::tiaojia {
namespace {

using Cells = Position::Cells;

constexpr int kStride = Position::kStride;

}  // namespace

template <Evaluation E>
BasicPlayer<E>::BasicPlayer(const Position& position) : Position(position), evaluation_(position) {
    threats() = find_threats();
}

template <Evaluation E>
std::array<int, kFeatures> BasicPlayer<E>::features() const {
    std::array<int, kFeatures> counts{};
    const auto count = [&](int feature, int number) { counts[static_cast<std::size_t>(feature)] += number; };
    const auto distance = [](int a, int b) {
        return pair_class(std::abs(a / kStride - b / kStride), std::abs(a % kStride - b % kStride), 12);
    };
    const Threats now = find_threats();
    count(kTempo, 1);
    count(kReach, now.reach - now.enemy_reach);
    count(kMoverTurns, turnable(*this, now).count());
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

template <Evaluation E>
void BasicPlayer<E>::noisy_moves(MoveList<Position>& out, int below) const {
    // Stones can turn back and forth for ever: limit the depth.
    constexpr int kFarthest = 8;
    if (below >= kFarthest) return;
    threats().turning.each([&](int cell) { steps_onto(cell, out); });
}

template <Evaluation E>
Position::Undo BasicPlayer<E>::skip() {
    const Undo undo = Position::skip();
    evaluation_.skipped(*this);
    threats() = find_threats();
    return undo;
}

template class BasicPlayer<LinearEvaluation>;
template class BasicPlayer<NetEvaluation>;

}  // namespace garlic::tiaojia

namespace garlic {

template class Engine<tiaojia::Player>;
template class Engine<tiaojia::NetPlayer>;

}  // namespace garlic
