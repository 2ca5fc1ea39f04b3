// Our Gomoku engine: the board with threats, a VCF search at every node, and forced moves only where a
// threat must be answered.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "games/gomoku/evaluation.h"
#include "games/gomoku/threats/board.h"
#include "games/gomoku/threats/vcf.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic::gomoku {

template <Rule kRule>
class Player : public ThreatBoard<kRule> {
public:
    using Board = ThreatBoard<kRule>;
    using Rules = Position<kRule>;
    using ReadAs = Rules;
    using typename Board::Cells;
    using typename Board::Move;
    using typename Board::Undo;

    static constexpr int kPointScale = 100;
    static constexpr std::size_t kMoveIndices = Board::kCells + 1;
    static constexpr Tuning kTuning{
        .aspiration = 40,
        .reduction_base = 60,
        .reduction_slope = 110,
        .null_depth = 3,
        .null_reduction = 2,
        .futility_depth = 8,
        .ahead_slope = 35,
        .razor_depth = 2,
        .razor_base = 20,
        .razor_slope = 20,
        .late_moves_depth = 12,
        .late_moves_base = 4,
        .late_moves_slope = 1,
        .root_proof = 5,
    };

    static Player parse(std::string_view text) { return Player(Rules::parse(text)); }
    explicit Player(const Rules& position) : Board(position) {}

    // Every move that does not lose at once: if there is a five to make or to stop, or prove() has found a
    // threat that must be answered, all other moves are left out. The first stone goes to the centre, and
    // nobody passes who can move.
    void legal_moves(MoveList<Rules>& out) const;
    bool is_legal(Move move) const;

    Score evaluate() const;
    Score final_score() const { return this->winner() ? loss_in(0) : kDraw; }

    // What the position looks like as a whole: an index in Evaluation::situations.
    std::size_t situation() const;

    // A win by VCF, or a loss to the opponent's VCF that nothing stops.
    std::optional<Score> prove(int depth, Meter& meter, std::vector<Move>& line);

    // The opponent has a four.
    bool in_check() const { return this->fives(other(this->mover())).any(); }

    using Board::make;
    template <class Announce>
    Undo make(Move move, Announce announce) {
        announce(this->key_after(move));
        return Board::make(move);
    }

    // The opponent could make a four that cannot be stopped.
    bool threatened() const { return this->winning(other(this->mover())).any(); }

    static std::size_t move_index(Move move) {
        return move == Rules::kPass ? kMoveIndices - 1 : static_cast<std::size_t>(Board::cell_of(move));
    }
    // Replies to a stone on the same point are alike, whoever placed it.
    static constexpr std::size_t kContinuationIndices = kMoveIndices;
    std::size_t continuation_index(Move move) const { return move_index(move); }

    auto hints() const {
        return [this, us = this->mover()](Move move) { return hint(us, move); };
    }
    auto quiet_hints() const {
        return [this, us = this->mover()](Move move) { return quiet_hint(us, move); };
    }

    // Quiescence has only checks: prove() has covered the rest.
    void noisy_moves(MoveList<Rules>&, int) const {}
    static Score swing(int depth) { return 60 + 60 * depth; }

    bool may_skip() const { return !in_check() && !is_threatened(); }
    Undo skip() {
        this->change_turn();
        return {};
    }
    void unskip(const Undo&) { this->change_turn(); }

private:
    int hint(Side us, Move move) const;
    int quiet_hint(Side us, Move move) const;

    VcfTable vcf_table_;
    // Where the opponent threatens a VCF: the points of which one must be taken. Indexed by the number of
    // empty points, because the search returns to a position after it has searched its children.
    struct Threat {
        std::uint64_t key = ~std::uint64_t{0};  // the empty board's key is 0
        Cells answers;
    };
    static constexpr std::size_t kThreats = 128;
    std::size_t threat_place() const { return static_cast<std::size_t>(this->empties()) % kThreats; }
    bool is_threatened() const { return threats_[threat_place()].key == this->key(); }

    std::array<Threat, kThreats> threats_{};
    std::vector<Move> threat_line_;  // a member to avoid allocations
};

using FreestylePlayer = Player<Rule::kFreestyle>;
using StandardPlayer = Player<Rule::kStandard>;
using RenjuPlayer = Player<Rule::kRenju>;

static_assert(WrittenGame<RenjuPlayer>);
static_assert(Searchable<RenjuPlayer> && KnowsEnd<RenjuPlayer> && Hashed<RenjuPlayer>);
static_assert(AnnouncesKey<RenjuPlayer>);
static_assert(ChecksMoves<RenjuPlayer> && IndexesMoves<RenjuPlayer> && ProvesEnds<RenjuPlayer>);
static_assert(HintsMoves<RenjuPlayer> && HintsQuietMoves<RenjuPlayer> && HasChecks<RenjuPlayer>);
static_assert(KnowsThreats<RenjuPlayer> && HasNoisyMoves<RenjuPlayer> && BoundsSwing<RenjuPlayer> &&
              HasNullMove<RenjuPlayer>);

}  // namespace garlic::gomoku

namespace garlic {

extern template class Engine<gomoku::FreestylePlayer>;
extern template class Engine<gomoku::StandardPlayer>;
extern template class Engine<gomoku::RenjuPlayer>;

}  // namespace garlic
