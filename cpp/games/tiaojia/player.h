// Our Tiaojia engine: the rules' position with an evaluation that is updated as moves are made. The evaluation is
// chosen at compile time: LinearEvaluation (evaluation.h), or with a net on top of it (net/evaluation.h).
#pragma once

#include <array>

#include "games/tiaojia/evaluation.h"
#include "games/tiaojia/net/evaluation.h"
#include "games/tiaojia/rules.h"
#include "games/tiaojia/threats.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic::tiaojia {

template <Evaluation E>
class BasicPlayer : public Position {
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

    static BasicPlayer parse(std::string_view text) { return BasicPlayer(Position::parse(text)); }
    explicit BasicPlayer(const Position& position);

    Undo make(Move move) {
        return make(move, [](std::uint64_t) {});
    }
    // Announces the key as soon as it is known, then updates the evaluation.
    template <class Announce>
    Undo make(Move move, Announce announce) {
        const int to = target(move);
        const Undo undo = Position::make(move, threats().turning.test(to) ? turned_at(to) : Cells{});
        announce(key());
        evaluation_.made(*this, move, undo.turned);
        threats() = find_threats();
        return undo;
    }

    bool over() const { return plies_left() <= 0 || threats().reach == 0; }
    Score evaluate() const { return points(evaluation_.value(*this, threats())); }
    Score final_score() const { return result(); }
    int plies_left() const { return kLastPly - ply(); }

    // The feature counts that LinearEvaluation weighs, from scratch: for training, and to check it.
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

    void noisy_moves(MoveList<Position>& out, int below) const;
    // A turned stone changes the balance by two, plus a margin for the pair terms.
    static Score most_gain(Move, int turned) { return 2 * kPointScale * turned + kPointScale / 2; }
    static Score swing(int depth) { return 40 + 60 * depth; }

    bool may_skip() const { return stones(mover()).count() > 2; }
    Undo skip();

private:
    static constexpr int kGoAway = 4000;  // history goes up to 8192

    const Threats& threats() const { return threats_[static_cast<std::size_t>(ply())]; }
    Threats& threats() { return threats_[static_cast<std::size_t>(ply())]; }
    Threats find_threats() const { return Threats::of(stones(mover()), stones(other(mover())), empty()); }

    std::array<Threats, kLastPly + 1> threats_{};  // by ply
    E evaluation_;
};

using Player = BasicPlayer<LinearEvaluation>;
using NetPlayer = BasicPlayer<NetEvaluation>;

extern template class BasicPlayer<LinearEvaluation>;
extern template class BasicPlayer<NetEvaluation>;

static_assert(WrittenGame<Player>);
static_assert(Searchable<Player> && KnowsEnd<Player> && Hashed<Player>);
static_assert(ChecksMoves<Player> && IndexesMoves<Player> && HintsMoves<Player>);
static_assert(HasNoisyMoves<Player> && BoundsGain<Player> && BoundsSwing<Player>);
static_assert(HasNullMove<Player> && BoundsLength<Player>);
static_assert(HintsQuietMoves<Player> && AnnouncesKey<Player>);
static_assert(Searchable<NetPlayer> && AnnouncesKey<NetPlayer>);

}  // namespace garlic::tiaojia

namespace garlic {

extern template class Engine<tiaojia::Player>;
extern template class Engine<tiaojia::NetPlayer>;

}  // namespace garlic
