// Tiaojia as our engine plays it: the rules' position with an evaluation that is kept up to date
// by make() and undo(). What it looks at is listed in TiaojiaFeature; what that is worth was
// fitted on games (tiaojia_weights.h, written by garlic.engines.training.tiaojia).
#pragma once

#include <array>
#include <cstdint>

#include "games/tiaojia.h"
#include "games/tiaojia_outlook.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic {

// Where each kind of feature begins in a position's list of numbers. All are for the mover:
// its own count minus the enemy's, where both sides have one.
enum TiaojiaFeature : int {
    kTempo,        // 1: it is the mover's turn
    kStones,
    kReach,        // empty cells beside own stones
    kMoverTurns,   // enemy stones that the mover can turn at once
    kMoverMenaces, // 1 if there is one
    kEnemyTurns,   // own stones that the enemy could turn if it were to move
    kEnemyMenaces,
    kCell,                    // stones by their distances from the two nearest edges
    kFriends = kCell + 21,    // pairs of one colour by their distances in rows and columns
    kFoes = kFriends + 78,    // pairs of two colours likewise
    kTiaojiaFeatures = kFoes + 78,
};

class TiaojiaPlayer : public Tiaojia {
public:
    static constexpr int kPointScale = 100;
    static constexpr std::size_t kMoveIndices = kStride * kSide * kDirections;
    static constexpr Tuning kTuning{
        .aspiration = 25,
        .reduction_base = 60,
        .reduction_slope = 55,
        .null_depth = 3,
        .null_reduction = 2,
        .late_moves_depth = 3,
        .late_moves_base = 12,
        .late_moves_slope = 6,
    };

    static TiaojiaPlayer parse(std::string_view text) { return TiaojiaPlayer(Tiaojia::parse(text)); }
    explicit TiaojiaPlayer(const Tiaojia& position);

    Undo make(Move move) {
        return make(move, [](std::uint64_t) {});
    }
    // Says the key as soon as it is known, and then finds out what the position is worth.
    template <class Announce>
    Undo make(Move move, Announce announce) {
        const int to = target(move);
        const Undo undo = Tiaojia::make(move, outlook().turning.test(to) ? turned_at(to) : Cells{});
        announce(key());
        keep(move, undo.turned);
        return undo;
    }

    bool over() const { return plies_left() <= 0 || outlook().reach == 0; }
    Score evaluate() const;
    Score final_score() const { return result(); }
    int plies_left() const { return kLastPly - ply(); }

    // The numbers that evaluate() weighs, counted anew: for the trainer, and to check evaluate().
    std::array<int, kTiaojiaFeatures> features() const;

    static std::size_t move_index(Move move) { return std::size_t{move.from} * kDirections + move.direction; }

    auto hints() const {
        return [this, cells = outlook().turning](Move move) {
            const int cell = target(move);
            return cells.test(cell) ? count_turned_at(cell) : 0;
        };
    }

    // A stone that is about to be turned had better go.
    auto quiet_hints() const {
        return [menaced = outlook().menaced](Move move) { return menaced.test(move.from) ? kGoAway : 0; };
    }

    void noisy_moves(MoveList<TiaojiaPlayer>& out, int below) const;
    // What turns changes the balance by two, and may bring or spoil a good shape.
    static Score most_gain(Move, int turned) { return 2 * kPointScale * turned + kPointScale / 2; }
    static Score swing(int depth) { return 40 + 60 * depth; }

    bool may_skip() const;
    Undo skip();

private:
    static constexpr int kGoAway = 4000;  // of at most 8192 that history gives

    // What is known of the position after so many plies. Two sums a number: for the middle of the
    // game, and (upper half) for its end.
    struct Kept {
        TiaojiaOutlook outlook;
        std::int64_t sides = 0;  // of what counts for a side: kFirst's minus kSecond's
        std::int64_t foes = 0;   // of what counts for whoever is to move
    };

    const Kept& kept() const { return kept_[static_cast<std::size_t>(ply())]; }
    Kept& kept() { return kept_[static_cast<std::size_t>(ply())]; }
    const TiaojiaOutlook& outlook() const { return kept().outlook; }
    TiaojiaOutlook found_outlook() const {
        return TiaojiaOutlook::of(stones(mover()), stones(other(mover())), empty());
    }
    void keep(Move move, const Cells& turned);
    Cells threatened() const;

    std::array<Kept, kLastPly + 1> kept_{};
    std::array<std::int64_t, kStride * kSide> cell_worth_{};
};

static_assert(WrittenGame<TiaojiaPlayer>);
static_assert(Searchable<TiaojiaPlayer> && KnowsEnd<TiaojiaPlayer> && Hashed<TiaojiaPlayer>);
static_assert(ChecksMoves<TiaojiaPlayer> && IndexesMoves<TiaojiaPlayer> && HintsMoves<TiaojiaPlayer>);
static_assert(HasNoisyMoves<TiaojiaPlayer> && BoundsGain<TiaojiaPlayer> && BoundsSwing<TiaojiaPlayer>);
static_assert(HasNullMove<TiaojiaPlayer> && BoundsLength<TiaojiaPlayer>);
static_assert(HintsQuietMoves<TiaojiaPlayer> && AnnouncesKey<TiaojiaPlayer>);
extern template class Engine<TiaojiaPlayer>;

}  // namespace garlic
