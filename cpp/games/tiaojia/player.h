// Our Tiaojia engine: the rules' position with an evaluation that make() and undo() update incrementally. The
// features are listed in evaluation.h.
#pragma once

#include <array>
#include <cstdint>

#include "games/tiaojia/evaluation.h"
#include "games/tiaojia/rules.h"
#include "games/tiaojia/threats.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic::tiaojia {

class Player : public Position {
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

    static Player parse(std::string_view text) { return Player(Position::parse(text)); }
    explicit Player(const Position& position);

    Undo make(Move move) {
        return make(move, [](std::uint64_t) {});
    }
    // Announces the key as soon as it is known, then updates the evaluation.
    template <class Announce>
    Undo make(Move move, Announce announce) {
        const int to = target(move);
        const Undo undo = Position::make(move, threats().turning.test(to) ? turned_at(to) : Cells{});
        announce(key());
        update(move, undo.turned);
        return undo;
    }

    bool over() const { return plies_left() <= 0 || threats().reach == 0; }
    Score evaluate() const;
    Score final_score() const { return result(); }
    int plies_left() const { return kLastPly - ply(); }

    // The feature counts that evaluate() weighs, from scratch: for training, and to check evaluate().
    std::array<int, kFeatures> features() const;

    static std::size_t move_index(Move move) { return std::size_t{move.from} * kDirections + move.direction; }

    auto hints() const {
        return [this, cells = threats().turning](Move move) {
            const int cell = target(move);
            return cells.test(cell) ? count_turned_at(cell) : 0;
        };
    }

    // A stone that is about to be turned should move away.
    auto quiet_hints() const {
        return [threatened = threats().threatened](Move move) { return threatened.test(move.from) ? kGoAway : 0; };
    }

    void noisy_moves(MoveList<Player>& out, int below) const;
    // A turned stone changes the balance by two, plus a margin for the pair terms.
    static Score most_gain(Move, int turned) { return 2 * kPointScale * turned + kPointScale / 2; }
    static Score swing(int depth) { return 40 + 60 * depth; }

    bool may_skip() const;
    Undo skip();

private:
    static constexpr int kGoAway = 4000;  // history goes up to 8192

    // The evaluation after each ply. Each sum is two numbers in one: middlegame, and endgame in the upper half.
    struct PlyState {
        Threats threats;
        std::int64_t sides = 0;  // terms of a side: kFirst's minus kSecond's
        std::int64_t foes = 0;   // terms of the mover, whichever side it is
    };

    const PlyState& state() const { return states_[static_cast<std::size_t>(ply())]; }
    PlyState& state() { return states_[static_cast<std::size_t>(ply())]; }
    const Threats& threats() const { return state().threats; }
    Threats find_threats() const { return Threats::of(stones(mover()), stones(other(mover())), empty()); }
    void update(Move move, const Cells& turned);
    Cells turnable() const;

    std::array<PlyState, kLastPly + 1> states_{};
    std::array<std::int64_t, kStride * kSide> cell_value_{};
};

static_assert(WrittenGame<Player>);
static_assert(Searchable<Player> && KnowsEnd<Player> && Hashed<Player>);
static_assert(ChecksMoves<Player> && IndexesMoves<Player> && HintsMoves<Player>);
static_assert(HasNoisyMoves<Player> && BoundsGain<Player> && BoundsSwing<Player>);
static_assert(HasNullMove<Player> && BoundsLength<Player>);
static_assert(HintsQuietMoves<Player> && AnnouncesKey<Player>);

}  // namespace garlic::tiaojia

namespace garlic {

extern template class Engine<tiaojia::Player>;

}  // namespace garlic
