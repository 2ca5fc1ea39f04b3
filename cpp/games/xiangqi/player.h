// Our Xiangqi engine: the rules' position with an evaluation that make() and undo() update in large part, and
// what the search needs to know about captures and checks.
#pragma once

#include <array>
#include <cstdint>

#include "games/xiangqi/board/point_sets.h"
#include "games/xiangqi/evaluation.h"
#include "games/xiangqi/rules.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic::xiangqi {

class Player : public Position {
public:
    static constexpr int kPointScale = 100;  // a point is about a pawn
    static constexpr std::size_t kMoveIndices = std::size_t{kSquares} * kSquares;
    static constexpr std::size_t kContinuationIndices = std::size_t{16} * kSquares;
    static constexpr std::array kContinuationPlies = {1, 2, 4};
    static constexpr std::size_t kCaptureIndices = kContinuationIndices * 8;
    static constexpr Tuning kTuning{
        .aspiration = 15,
        .reduction_base = 90,
        .reduction_slope = 58,
        .null_depth = 3,
        .null_reduction = 3,
        .null_share = 3,
        .null_verify_depth = 14,
        .futility_depth = 8,
        .late_moves_depth = 12,
        .late_moves_base = 5,
        .late_moves_slope = 1,
        .singular_depth = 6,
        .singular_twice = 30,
        .singular_less = 2,
        .null_margin = 150,
        .null_most = 5,
        .history_ply = 5000,
        .trust_improving = true,
        .cut_node_more = 200,
        .was_pv_less = 100,
        .capture_probcut = 110,
    };

    struct Undo {
        Position::Undo rules;
        PhasePair places;
        std::int16_t phase;
        bool checked;
    };

    static Player parse(std::string_view text) { return Player(Position::parse(text)); }
    explicit Player(const Position& position);

    Undo make(Move move);
    // The same; announces the new key before anything else is done.
    template <class Announce>
    Undo make(Move move, Announce announce) {
        announce(key_after(move));
        return make(move);
    }
    void undo(Move move, const Undo& undo);

    bool in_check() const { return checked_; }
    Score evaluate() const { return points(xiangqi::evaluate(board(), mover(), places_, phase_)); }
    Score final_score() const { return result(); }

    // The feature counts that evaluate() weighs, for training.
    std::array<int, kFeatures> features() const { return xiangqi::features(board(), mover()); }

    // A position that recurs within the search is scored like its third appearance: a side that could not leave the
    // cycle here will not leave it later. Only what the rules have counted is a proof; the rest is a very good or
    // bad score.
    std::optional<Score> repetition(int ply) const;

    static std::size_t move_index(Move move) { return std::size_t{move.from} * kSquares + move.to; }
    std::size_t continuation_index(Move move) const {
        return std::size_t{board().at(move.from) & 15u} * kSquares + move.to;
    }

    bool captures(Move move) const { return board().at(move.to) != kEmpty; }
    std::size_t capture_index(Move move) const { return continuation_index(move) * 8 + kind_of(board().at(move.to)); }
    Score captured_value(Move move) const { return exchange_value(board().at(move.to), move.to); }
    Score exchange(Move move) const { return board().exchange(move.from, move.to); }
    bool loses_more(Move move, Score bearable) const {
        return exchange_value(board().at(move.from), move.from) > bearable && exchange(move) < -bearable;
    }
    auto checking() const {
        return
            [this, checks = check_points()](Move move) { return has(checks[kind_of(board().at(move.from))], move.to); };
    }

    // Pawns, the palaces' pieces, the attackers of each side, and the material.
    std::array<std::uint64_t, 5> patterns() const;

    // Captures that lose no material: by victim, then by attacker. The others: by the loss.
    auto hints() const {
        return [this](Move move) { return capture_hint(move); };
    }
    auto quiet_hints() const {
        return [checks = checking()](Move move) { return checks(move) ? kCheckHint : 0; };
    }

    // Captures, and at the first ply direct checks that lose no material.
    void noisy_moves(MoveList<Player>& out, int below) const;
    Score most_gain(Move move, int) const;
    static Score swing(int depth) { return 60 + 75 * depth; }

    // Not in check, and with enough pieces that zugzwang is unlikely.
    bool may_skip() const;
    Undo skip();
    void unskip(const Undo& undo);

private:
    static constexpr int kCheckHint = 1000;

    int capture_hint(Move move) const;
    // From where a piece of each kind would check the enemy king.
    std::array<PointSet, 8> check_points() const;

    PhasePair places_ = 0;  // red's squares and material minus black's
    std::int16_t phase_ = 0;
    bool checked_ = false;
};

static_assert(WrittenGame<Player>);
static_assert(Searchable<Player> && AnnouncesKey<Player> && ChecksMoves<Player>);
static_assert(IndexesMoves<Player> && HasContinuationHistory<Player> && HintsMoves<Player>);
static_assert(HintsQuietMoves<Player> && HasNoisyMoves<Player> && BoundsGain<Player>);
static_assert(HasChecks<Player> && BoundsSwing<Player> && HasNullMove<Player>);
static_assert(ScoresRepetition<Player>);

}  // namespace garlic::xiangqi

namespace garlic {

extern template class Engine<xiangqi::Player>;

}  // namespace garlic
