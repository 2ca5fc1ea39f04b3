// The course's own Gomoku player, as a baseline: six plies, fewer candidates the nearer the root,
// a value that sums what each stone makes where it is put.
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

    // The most promising points: 10 for the first two plies, 50 for the next two, then all.
    void legal_moves(MoveList<Rules>& out) const;

    Undo make(Move move);
    void undo(Move move, const Undo& undo);

    Score evaluate() const { return points(this->mover() == Side::kFirst ? value_ : -value_); }
    Score final_score() const { return this->winner() ? loss_in(0) : kDraw; }

    // What a stone of `side` makes on a point, in the lab's points.
    int point_score(Side side, Move move) const;

    static std::size_t move_index(Move move) {
        return move == Rules::kPass ? kMoveIndices - 1 : static_cast<std::size_t>(Board::cell_of(move));
    }
    auto hints() const {
        return [this](Move move) { return move == Rules::kPass ? -1 : 1 + interest(move); };
    }

private:
    // A point is as interesting as what it brings and what it takes from the other side.
    int interest(Move move) const { return point_score(Side::kFirst, move) + point_score(Side::kSecond, move); }
    // The lab's own idea of what is forbidden: it looks one step ahead only.
    bool dares(int cell) const;

    int value_ = 0;  // of the stones put since the beginning: black's less white's
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
