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
    recount();
}

void TiaojiaPlayer::recount() {
    sides_ = foes_ = 0;
    Cells placed[2];
    for (const Side side : {Side::kFirst, Side::kSecond})
        stones(side).each([&](int cell) {
            const auto us = static_cast<std::size_t>(side);
            add_stone(side, cell, placed[us], placed[1 - us]);
            placed[us].set(cell);
        });
}

// Puts a stone among the others.
void TiaojiaPlayer::add_stone(Side side, int cell, const Cells& own, const Cells& enemy) {
    std::int64_t side_sum = cell_worth_[static_cast<std::size_t>(cell)];
    own.each([&](int friendly) { side_sum += kFriendWorth(cell, friendly); });
    enemy.each([&](int foe) { foes_ += kFoeWorth(cell, foe); });
    sides_ += side == Side::kFirst ? side_sum : -side_sum;
}

// A stone among others becomes `side`'s: friends become foes, and foes friends.
void TiaojiaPlayer::turn_stone(Side side, int cell, const Cells& own, const Cells& enemy) {
    std::int64_t side_sum = 2 * cell_worth_[static_cast<std::size_t>(cell)];
    std::int64_t foe_sum = 0;
    own.each([&](int friendly) {
        side_sum += kFriendWorth(cell, friendly);
        foe_sum -= kFoeWorth(cell, friendly);
    });
    enemy.each([&](int foe) {
        side_sum += kFriendWorth(cell, foe);
        foe_sum += kFoeWorth(cell, foe);
    });
    sides_ += side == Side::kFirst ? side_sum : -side_sum;
    foes_ += foe_sum;
}

TiaojiaPlayer::Undo TiaojiaPlayer::make(Move move) {
    const Side us = mover();
    const Side them = other(us);
    const Undo undo{Tiaojia::make(move), sides_, foes_};
    const int to = target(move);
    Cells own = stones(us).without(undo.rules.turned);
    own.reset(to);
    Cells enemy = stones(them) | undo.rules.turned;

    std::int64_t side_sum = cell_worth_[static_cast<std::size_t>(to)] - cell_worth_[move.from];
    std::int64_t foe_sum = 0;
    own.each([&](int cell) { side_sum += kFriendWorth(to, cell) - kFriendWorth(move.from, cell); });
    enemy.each([&](int cell) { foe_sum += kFoeWorth(to, cell) - kFoeWorth(move.from, cell); });
    sides_ += us == Side::kFirst ? side_sum : -side_sum;
    foes_ += foe_sum;

    if (undo.rules.turned.any()) {
        own.set(to);
        undo.rules.turned.each([&](int cell) {
            enemy.reset(cell);
            turn_stone(us, cell, own, enemy);
            own.set(cell);
        });
    }
    return undo;
}

void TiaojiaPlayer::undo(Move move, const Undo& undo) {
    Tiaojia::undo(move, undo.rules);
    sides_ = undo.sides;
    foes_ = undo.foes;
}

namespace {

// Stones that turn when the other side steps onto a cell of `contact`, along one line: those of
// `enemy` when `own` steps, and the other way round.
template <int kStep>
void add_victims(const Cells& own, const Cells& enemy, const Cells& contact, Cells& turned, Cells& lost) {
    const auto add = [&contact](const Cells& after, const Cells& before, const Cells& far_after,
                                const Cells& far_before, Cells& found) {
        const Cells picks = after & before;
        const Cells ahead = ((after & far_after) | picks) & contact;
        const Cells behind = ((before & far_before) | picks) & contact;
        // Rarely is there any.
        if ((ahead | behind).any()) found |= ahead.template shifted<kStep>() | behind.template shifted<-kStep>();
    };
    const Cells own_after = own.shifted<-kStep>();  // the cells one step before an own stone
    const Cells own_before = own.shifted<kStep>();
    const Cells enemy_after = enemy.shifted<-kStep>();
    const Cells enemy_before = enemy.shifted<kStep>();
    add(enemy_after, enemy_before, own_after.shifted<-kStep>(), own_before.shifted<kStep>(), turned);
    add(own_after, own_before, enemy_after.shifted<-kStep>(), enemy_before.shifted<kStep>(), lost);
}

}  // namespace

TiaojiaPlayer::Prospects TiaojiaPlayer::prospects() const {
    const Cells& own = stones(mover());
    const Cells& enemy = stones(other(mover()));
    const Cells free = empty();
    const Cells own_reach = beside(own) & free;
    const Cells enemy_reach = beside(enemy) & free;
    Prospects found{own_reach.count() - enemy_reach.count(), 0, 0};
    const Cells contact = own_reach & enemy_reach;  // nowhere else can a stone turn another
    if (contact.any()) {
        Cells turned, lost;
        add_victims<kStride>(own, enemy, contact, turned, lost);
        add_victims<1>(own, enemy, contact, turned, lost);
        add_victims<kStride + 1>(own, enemy, contact, turned, lost);
        add_victims<kStride - 1>(own, enemy, contact, turned, lost);
        found.turns = turned.count();
        found.enemy_turns = lost.count();
    }
    return found;
}

Score TiaojiaPlayer::evaluate() const {
    const auto [reach, turns, enemy_turns] = prospects();
    const bool first = mover() == Side::kFirst;
    const std::int64_t sum = (first ? sides_ : -sides_) + foes_ + both(kTempo) + reach * both(kReach) +
                             turns * both(kMoverTurns) + (turns > 0) * both(kMoverMenaces) +
                             enemy_turns * both(kEnemyTurns) + (enemy_turns > 0) * both(kEnemyMenaces);
    const int far = std::min(plies_left(), kEndPlies);
    return points((middle(sum) * far + end(sum) * (kEndPlies - far)) / kEndPlies);
}

std::array<int, kTiaojiaFeatures> TiaojiaPlayer::features() const {
    std::array<int, kTiaojiaFeatures> counts{};
    const auto count = [&](int feature, int number) { counts[static_cast<std::size_t>(feature)] += number; };
    const auto distance = [](int a, int b) {
        return pair_class(std::abs(a / kStride - b / kStride), std::abs(a % kStride - b % kStride), 12);
    };
    const auto [reach, turns, enemy_turns] = prospects();
    count(kTempo, 1);
    count(kReach, reach);
    count(kMoverTurns, turns);
    count(kMoverMenaces, turns > 0);
    count(kEnemyTurns, enemy_turns);
    count(kEnemyMenaces, enemy_turns > 0);
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

const Tiaojia::Cells& TiaojiaPlayer::turning() const {
    if (turning_key_ != key()) {
        turning_ = turning_cells(mover());
        turning_key_ = key();
    }
    return turning_;
}

void TiaojiaPlayer::noisy_moves(MoveList<TiaojiaPlayer>& out, int below) const {
    // Stones can turn back and forth for ever: look only so far.
    constexpr int kFarthest = 8;
    if (below >= kFarthest) return;
    (turning() & beside(stones(mover()))).each([&](int cell) { steps_onto(cell, out); });
}

bool TiaojiaPlayer::may_skip() const {
    return stones(mover()).count() > 2;
}

TiaojiaPlayer::Undo TiaojiaPlayer::skip() { return {Tiaojia::skip(), sides_, foes_}; }

void TiaojiaPlayer::unskip(const Undo& undo) { Tiaojia::unskip(undo.rules); }

template class Engine<TiaojiaPlayer>;

}  // namespace garlic
