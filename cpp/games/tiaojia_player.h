// Tiaojia as our engine plays it: the rules' position with an evaluation that is kept up to date
// by make() and undo(). What it looks at is listed in TiaojiaFeature; what that is worth was
// fitted on games (tiaojia_weights.h, written by garlic.engines.training.tiaojia).
#pragma once

#include <array>
#include <cstdint>

#include "games/tiaojia.h"
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

    struct Undo {
        Tiaojia::Undo rules;
        std::int64_t sides;
        std::int64_t foes;
    };

    static TiaojiaPlayer parse(std::string_view text) { return TiaojiaPlayer(Tiaojia::parse(text)); }
    explicit TiaojiaPlayer(const Tiaojia& position);

    Undo make(Move move);
    void undo(Move move, const Undo& undo);

    Score evaluate() const;
    Score final_score() const { return result(); }
    int plies_left() const { return kLastPly - ply(); }

    // The numbers that evaluate() weighs, counted anew: for the trainer, and to check evaluate().
    std::array<int, kTiaojiaFeatures> features() const;

    static std::size_t move_index(Move move) { return std::size_t{move.from} * kDirections + move.direction; }

    auto hints() const {
        return [this, cells = turning()](Move move) {
            const int cell = target(move);
            return cells.test(cell) ? turned_at(cell).count() : 0;
        };
    }

    void noisy_moves(MoveList<TiaojiaPlayer>& out, int below) const;
    // What turns changes the balance by two, and may bring or spoil a good shape.
    static Score most_gain(Move, int turned) { return 2 * kPointScale * turned + kPointScale; }
    static Score swing(int depth) { return 40 + 60 * depth; }

    bool may_skip() const;
    Undo skip();
    void unskip(const Undo& undo);

private:
    // What the mover and the enemy could do at once.
    struct Prospects {
        int reach;  // of the mover less that of the enemy
        int turns;  // stones that the mover could turn in one move
        int enemy_turns;
    };
    Prospects prospects() const;
    void recount();
    void add_stone(Side side, int cell, const Cells& own, const Cells& enemy);
    void turn_stone(Side side, int cell, const Cells& own, const Cells& enemy);
    // The cells where the mover would turn something; kept, as a node asks more than once.
    const Cells& turning() const;

    // Two sums a number: for the middle of the game, and (upper half) for its end.
    std::int64_t sides_ = 0;  // of what counts for a side: kFirst's minus kSecond's
    std::int64_t foes_ = 0;   // of what counts for whoever is to move
    std::array<std::int64_t, kStride * kSide> cell_worth_{};
    mutable Cells turning_;
    mutable std::uint64_t turning_key_ = 0;
};

static_assert(WrittenGame<TiaojiaPlayer>);
static_assert(Searchable<TiaojiaPlayer> && KnowsEnd<TiaojiaPlayer> && Hashed<TiaojiaPlayer>);
static_assert(ChecksMoves<TiaojiaPlayer> && IndexesMoves<TiaojiaPlayer> && HintsMoves<TiaojiaPlayer>);
static_assert(HasNoisyMoves<TiaojiaPlayer> && BoundsGain<TiaojiaPlayer> && BoundsSwing<TiaojiaPlayer>);
static_assert(HasNullMove<TiaojiaPlayer> && BoundsLength<TiaojiaPlayer>);
extern template class Engine<TiaojiaPlayer>;

}  // namespace garlic
