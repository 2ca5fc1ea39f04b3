#include "games/othello/player.h"

#include <algorithm>

namespace garlic::othello {
namespace {

// A score in whole points, rounded down.
constexpr int floored(Score score, int scale) { return score >= 0 ? score / scale : -((-score + scale - 1) / scale); }

// In units of history: per reply left to the opponent, or per mean cell value of evaluation.
constexpr int kReply = 1000;
constexpr int kEvaluateDepth = 3;  // from this depth on moves are sorted by evaluation

}  // namespace

template <class Board>
bool Player<Board>::is_legal(Move move) const {
    if (this->over()) return false;
    if (move == Game::kPass) return this->targets().none();
    return move.place < Board::kPlaces && this->empty().test(move.place) &&
           Board::flips(move.place, this->own(), this->enemy()).any();
}

template <class Board>
int Player<Board>::ordering(int place, int depth) const {
    const Cells flips = Board::flips(place, this->own(), this->enemy());
    Cells own = this->own() | flips;
    own.set(place);
    const Cells enemy = this->enemy().without(flips);
    const Cells answers = Board::reach(enemy, own) & map_->empty(own, enemy);
    int ordering = -kReply * (Board::count(answers) + Board::count(answers & map_->corners));
    if (depth >= kEvaluateDepth)
        ordering -= evaluation_->evaluate(enemy, own, Board::count(map_->empty(own, enemy))) * kReply / mean_;
    return ordering;
}

// Corners come first and the cells beside them last: that is all the sorting that pays here.
template <class Board>
std::optional<Score> Player<Board>::last_ply(Score beta, std::uint64_t& searched) const {
    if (!kIs8x8 || this->over() || may_solve(1)) return std::nullopt;
    const Cells targets = this->targets();
    if (targets.none()) return std::nullopt;
    const int left = empties() - 1;
    const Cells first = targets & map_->corners;
    const Cells last = targets & map_->before_corners;
    Score best = -kInfinity;
    for (Cells group : {first, targets.without(first | last), last})
        while (group.any()) {
            const int place = group.first();
            group.reset(place);
            const Cells flips = Board::flips(place, this->own(), this->enemy());
            Cells own = this->own() | flips;
            own.set(place);
            ++searched;
            const Cells enemy = this->enemy().without(flips);
            const bool wiped_out = enemy.none() && !is_standard_;  // whose weights were fitted without knowing this
            best = std::max(best, wiped_out ? margin(own, enemy) : -evaluated(enemy, own, left));
            if (best >= beta) return best;
        }
    return best;
}

template <class Board>
Score Player<Board>::solve(Score alpha, Score beta, Meter& meter, Table* table) const {
    if (this->passes() == 2) return final_score();  // possible only in a parsed position
    const int low = floored(std::max(alpha, -kMostPoints), kPointScale);
    const int high = -floored(-std::min(beta, kMostPoints), kPointScale);
    const EndgameTools<Board> tools{table, meter, kPointScale, evaluation_.get()};
    return points(kPointScale * solve_endgame(*map_, this->own(), this->enemy(), low, high, tools));
}

template class Player<Grid8x8>;
template class Player<Grid<9, 1>>;
template class Player<Grid<11, 2>>;
template class Player<Grid<13, 3>>;
template class Player<Grid<21, 7>>;

}  // namespace garlic::othello

namespace garlic {

template class Engine<othello::Player<othello::Grid8x8>>;
template class Engine<othello::Player<othello::Grid<9, 1>>>;
template class Engine<othello::Player<othello::Grid<11, 2>>>;
template class Engine<othello::Player<othello::Grid<13, 3>>>;
template class Engine<othello::Player<othello::Grid<21, 7>>>;

}  // namespace garlic
