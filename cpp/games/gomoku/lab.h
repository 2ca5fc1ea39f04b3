// The course's Gomoku player as a baseline: six plies, fewer candidates near the root, and an evaluation
// that sums the shapes each stone made when it was played.
#pragma once

#include <array>

#include "games/gomoku/threats/board.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic::gomoku {

template <Rule kRule>
class Lab : public ThreatBoard<kRule> {
public:
    using Board = ThreatBoard<kRule>;
    using Rules = Position<kRule>;
    using ReadAs = Rules;
    using typename Board::Move;

    static constexpr int kPointScale = 1;
    static constexpr std::size_t kMoveIndices = Board::kCells + 1;

    struct Undo {
        typename Board::Undo board;
        int value;
    };

    static Lab parse(std::string_view text) { return Lab(Rules::parse(text)); }
    explicit Lab(const Rules& position) : Board(position) {}

    // The most promising points: 10 at the first two plies, 50 at the next two, then all.
    void legal_moves(MoveList<Rules>& out) const;

    Undo make(Move move);
    void undo(Move move, const Undo& undo);

    Score evaluate() const { return points(this->mover() == Side::kFirst ? value_ : -value_); }
    Score final_score() const { return this->winner() ? loss_in(0) : kDraw; }

    // The score of the shapes that a stone of `side` makes on a point, in the lab's points.
    int point_score(Side side, Move move) const;

    static std::size_t move_index(Move move) {
        return move == Rules::kPass ? kMoveIndices - 1 : static_cast<std::size_t>(Board::cell_of(move));
    }
    auto hints() const {
        return [this](Move move) { return move == Rules::kPass ? -1 : 1 + interest(move); };
    }

private:
    // A point's score for both sides together: what it gains and what it denies the opponent.
    int interest(Move move) const { return point_score(Side::kFirst, move) + point_score(Side::kSecond, move); }
    // The lab's simplified rule for forbidden points: it looks one step ahead only.
    bool may_play_in_lab(int cell) const;

    int value_ = 0;  // of the stones played so far: black's minus white's
    int ply_ = 0;
};

using FreestyleLab = Lab<Rule::kFreestyle>;
using StandardLab = Lab<Rule::kStandard>;
using RenjuLab = Lab<Rule::kRenju>;

static_assert(WrittenGame<RenjuLab> && Searchable<RenjuLab> && KnowsEnd<RenjuLab>);

}  // namespace garlic::gomoku

namespace garlic {

extern template class Engine<gomoku::FreestyleLab>;
extern template class Engine<gomoku::StandardLab>;
extern template class Engine<gomoku::RenjuLab>;

}  // namespace garlic
