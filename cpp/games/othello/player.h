// Our Othello engine: the rules' position with a learned evaluation, an exact solver for the last moves, and
// move ordering by the opponent's mobility.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>

#include "games/othello/board/map.h"
#include "games/othello/endgame/endgame.h"
#include "games/othello/evaluation.h"
#include "games/othello/rules.h"
#include "games/othello/standard/foresight.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic::othello {

template <class Board>
class Player : public Position<Board> {
public:
    using Game = Position<Board>;
    using Cells = typename Game::Cells;
    using Move = typename Game::Move;
    using Evaluation = othello::Evaluation<Board>;

    static constexpr int kPointScale = Evaluation::kScale;
    static constexpr std::size_t kMoveIndices = static_cast<std::size_t>(Board::kPlaces) + 1;
    // No late-move reductions: ProbCut with a shallower search works better here.
    static constexpr Tuning kTuning{
        .aspiration = 3 * kPointScale,
        .reduction_base = 0,
        .reduction_slope = 0,
        .late_moves_depth = 0,
        .probcut_margin = 110,
        .reduce_without_move = false,
    };

    static Player parse(std::string_view text) { return Player(Game::parse(text)); }
    explicit Player(const Game& position)
        : Game(position),
          map_(std::make_shared<const Map<Board>>(position)),
          mean_(std::max(kPointScale * map_->total / map_->board.count(), 1)),
          evaluation_(Evaluation::of(position)),
          is_standard_(evaluation_->uses_standard()) {}

    // What a person would call a small mistake: a few cells of mean value.
    double level_unit() const { return 4.0 * mean_ / kPointScale; }

    int empties() const { return Board::count(this->empty()); }
    Score evaluate() const { return evaluated(this->own(), this->enemy(), empties()); }
    Score final_score() const { return margin(this->own(), this->enemy()); }

    // Passes are part of the key: two of them end the game.
    std::uint64_t key() const {
        return position_key(this->own(), this->enemy()) ^
               static_cast<std::uint64_t>(this->passes()) * 0x2545f4914f6cdd1d;
    }

    bool is_legal(Move move) const;

    // At most one pass before every disc, and two at the end.
    int plies_left() const { return this->over() ? 0 : 2 * empties() + 2; }

    static std::size_t move_index(Move move) { return std::min<std::size_t>(move.place, Board::kPlaces); }

    // One ply above the leaves sorting costs more than it saves.
    auto quiet_hints(int depth) const {
        return [this, depth](Move move) { return move == Game::kPass || depth < 2 ? 0 : ordering(move.place, depth); };
    }

    int probcut_depth(int depth, int number) const {
        if constexpr (kIs8x8) return standard::probcut_depth(std::min(depth, empties()), number);
        // About half as deep, with the same parity: evaluations at odd and even depths differ.
        return depth < 4 || number > 0 ? 0 : depth / 4 * 2 + (depth & 1);
    }
    // Fitted on 8x8, on maps of ones and of random cell values; errors are larger on larger boards. Nothing can be
    // predicted for a side with few discs: it may lose them all, and every cell with them, within a few plies.
    Score probcut_error(int shallow, int deep) const {
        if (std::min(Board::count(this->own()), Board::count(this->enemy())) <= kFewDiscs) return kInfinity / 4;
        if (is_standard_) return standard::Foresight::error(empties(), shallow, deep) * mean_ / 100;
        if constexpr (kIs8x8) return standard::Foresight::general_error(empties(), shallow, deep) * mean_ / 100;
        return mean_ * (310 + 45 * (deep - shallow) - 15 * (shallow - 2)) / 100 * (map_->rows + map_->columns) / 16;
    }

    // Solving is faster with good moves in the table: the search before it costs little.
    bool may_solve(int depth) const {
        const int left = empties();
        if (is_standard_ && left > kSolvedAlways)
            return depth >= left + standard::kSelectivePasses && left <= kMostEndgameEmpties;
        return left <= depth + kSolvedAhead && left <= kMostEndgameEmpties;
    }
    Score solve(Score alpha, Score beta, Meter& meter, Table* table) const;

    std::optional<Score> last_ply(Score beta, std::uint64_t& searched) const;

private:
    static constexpr bool kIs8x8 = std::is_same_v<Board, Grid8x8>;
    static constexpr int kSolvedAhead = 4;
    static constexpr int kSolvedAlways = 13;  // on standard Othello more are first solved selectively
    static constexpr int kFewDiscs = 3;

    // On large boards a side with few discs may lose them all, long before the board is full. Games between equals
    // hardly ever end so, and the weights do not know it: these numbers are set by hand, in mean cell values of a
    // board of 100 cells, by the number of discs.
    static constexpr bool kWipeouts = !kIs8x8;
    static constexpr std::array<int, 9> kRisk{60, 40, 28, 20, 14, 9, 5, 3, 1};
    Score evaluated(const Cells& own, const Cells& enemy, int empties) const {
        const int expected = evaluation_->evaluate(own, enemy, empties);
        if constexpr (kWipeouts) return points(expected + risk(enemy) - risk(own));
        return points(expected);
    }
    Score margin(const Cells& own, const Cells& enemy) const {
        return points(kPointScale * (map_->value(own) - map_->value(enemy)));
    }
    int risk(const Cells& discs) const {
        const auto count = static_cast<std::size_t>(Board::count(discs));
        return count < kRisk.size() ? kRisk[count] * mean_ * map_->rows * map_->columns / 100 : 0;
    }

    // Move ordering: the fewer replies for the opponent the better and, with enough depth left, the evaluation.
    int ordering(int place, int depth) const;

    std::shared_ptr<const Map<Board>> map_;
    int mean_;  // one mean cell value in units of the evaluation
    std::shared_ptr<const Evaluation> evaluation_;
    bool is_standard_;
};

using Player8x8 = Player<Grid8x8>;
static_assert(WrittenGame<Player8x8>);
static_assert(Searchable<Player8x8> && KnowsEnd<Player8x8> && Hashed<Player8x8>);
static_assert(ChecksMoves<Player8x8> && IndexesMoves<Player8x8> && HintsQuietMovesByDepth<Player8x8>);
static_assert(HasProbCut<Player8x8> && BoundsLength<Player8x8> && SolvesEndgame<Player8x8>);
static_assert(SearchesLastPly<Player8x8>);

}  // namespace garlic::othello

namespace garlic {

extern template class Engine<othello::Player<othello::Grid8x8>>;
extern template class Engine<othello::Player<othello::Grid<9, 1>>>;
extern template class Engine<othello::Player<othello::Grid<11, 2>>>;
extern template class Engine<othello::Player<othello::Grid<13, 3>>>;
extern template class Engine<othello::Player<othello::Grid<21, 7>>>;

}  // namespace garlic
