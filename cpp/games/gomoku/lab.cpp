#include "games/gomoku/lab.h"

#include <algorithm>
#include <cstdlib>

namespace garlic::gomoku {
namespace {

// A shape scores more than all lower ones on the other lines together; an open one as much as
// the next higher half-open one.
constexpr std::array<int, kShapeCount> kShapeScores{0, 1, 8, 8, 64, 64, 64, 64, 512, 512, 512, 4096, 4096, 0, 0};

constexpr std::array<std::size_t, 4> kWidths{10, 10, 50, 50};

}  // namespace

template <Rule kRule>
int Lab<kRule>::point_score(Side side, Move move) const {
    const ShapeSet shapes = this->shapes(side, Board::cell_of(move));
    int score = 0;
    for (int direction = 0; direction < Board::kDirections; ++direction)
        score += kShapeScores[(shapes >> (4 * direction)) & 15];
    return score;
}

template <Rule kRule>
bool Lab<kRule>::may_play_in_lab(int cell) const {
    if (!Board::kRenju || this->mover() != Side::kFirst) return true;
    if (this->threat_level(Side::kFirst, cell) == ThreatLevel::kForbidden) return false;
    const Move move = Board::move_to(cell);
    return !this->is_doubtful(cell) || !this->is_forbidden(move.column, move.row, 1);
}

template <Rule kRule>
void Lab<kRule>::legal_moves(MoveList<Rules>& out) const {
    if (this->over()) return;
    struct Candidate {
        int interest;
        int from_centre;  // tie-break: the more central point
        Move move;
    };
    std::array<Candidate, Board::kCells> candidates;
    std::size_t count = 0;
    const int middle = this->size() - 1;
    this->empty().each([&](int cell) {
        if (!may_play_in_lab(cell)) return;
        const Move move = Board::move_to(cell);
        const int off = std::max(std::abs(2 * move.column - middle), std::abs(2 * move.row - middle));
        candidates[count++] = {interest(move), off, move};
    });
    const auto place = static_cast<std::size_t>(ply_);
    const std::size_t width = place < kWidths.size() ? std::min(kWidths[place], count) : count;
    if (width < count)
        std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(width),
                          candidates.begin() + static_cast<std::ptrdiff_t>(count),
                          [](const Candidate& a, const Candidate& b) {
                              if (a.interest != b.interest) return a.interest > b.interest;
                              if (a.from_centre != b.from_centre) return a.from_centre < b.from_centre;
                              return Board::cell_of(a.move) < Board::cell_of(b.move);
                          });
    for (std::size_t index = 0; index < width; ++index) out.push(candidates[index].move);
    if (out.empty()) out.push(Rules::kPass);
}

template <Rule kRule>
typename Lab<kRule>::Undo Lab<kRule>::make(Move move) {
    const int before = value_;
    if (move != Rules::kPass) {
        const int score = point_score(this->mover(), move);
        value_ += this->mover() == Side::kFirst ? score : -score;
    }
    ++ply_;
    return {Board::make(move), before};
}

template <Rule kRule>
void Lab<kRule>::undo(Move move, const Undo& undo) {
    Board::undo(move, undo.board);
    value_ = undo.value;
    --ply_;
}

template class Lab<Rule::kFreestyle>;
template class Lab<Rule::kStandard>;
template class Lab<Rule::kRenju>;

}  // namespace garlic::gomoku

namespace garlic {

template class Engine<gomoku::FreestyleLab>;
template class Engine<gomoku::StandardLab>;
template class Engine<gomoku::RenjuLab>;

}  // namespace garlic
