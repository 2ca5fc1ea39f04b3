#include "games/othello/training/self_play.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "games/othello/board/map.h"
#include "games/othello/board/sizes.h"
#include "games/othello/endgame/endgame.h"
#include "games/othello/evaluation.h"
#include "garlic/chance.h"

namespace garlic::othello {
namespace {

constexpr int kInfinite = std::numeric_limits<int>::max() / 2;

template <class Board>
int final_margin(const Position<Board>& game) {
    return game.score(game.mover()) - game.score(other(game.mover()));
}

// The exact endgame of one game, shared by both players.
template <class Board>
class Ending {
public:
    explicit Ending(const Position<Board>& game) : map_(game) {}

    // The mover's margin with best play if it is below `beta`, else a value of at least beta.
    int solve(const Position<Board>& game, int beta) {
        if (game.over()) return final_margin(game);
        if (beta < kInfinite && solve(game, beta - 1, beta) >= beta) return beta;
        return solve(game, -map_.total - 1, beta < kInfinite ? beta : map_.total + 1);
    }

private:
    int solve(const Position<Board>& game, int alpha, int beta) {
        const EndgameTools<Board> tools{&table_, meter_, Evaluation<Board>::kScale};
        return solve_endgame(map_, game.own(), game.enemy(), alpha, beta, tools);
    }

    Map<Board> map_;
    Table table_{1};
    std::atomic<bool> stop_{false};
    Budget budget_{Limits{}, stop_};
    Meter meter_{budget_};
};

template <class Board>
class SelfPlayer {
public:
    using Game = Position<Board>;
    using Move = typename Game::Move;

    SelfPlayer(const std::shared_ptr<const Weights>& weights, const Game& map, Ending<Board>& ending)
        : evaluation_(Evaluation<Board>::of(map, weights)), ending_(ending) {}

    // The best move by a search of `depth` plies, or by solving the endgame.
    Move choose(Game game, int depth, int exact_empties) {
        Sorted moves(game);
        if (moves.count == 1) return moves.entries[0].move;
        const bool exact = Board::count(game.empty()) <= exact_empties;
        // A shallow search sorts the moves first.
        for (int plies = exact ? 1 : 2; plies < depth; plies += 2) rate(game, moves, plies);
        Move best = moves.entries[0].move;
        int alpha = -kInfinite;
        for (const Entry& entry : moves) {
            const Played played(game, entry.move);
            const int score = exact ? -ending_.solve(game, -alpha) : -search(game, depth - 1, -kInfinite, -alpha);
            if (score > alpha) {
                alpha = score;
                best = entry.move;
            }
        }
        return best;
    }

private:
    struct Entry {
        Move move;
        int order;  // lowest first
    };

    // Moves sorted by the opponent's mobility.
    struct Sorted {
        explicit Sorted(Game& game) {
            MoveList<Game> moves;
            game.legal_moves(moves);
            for (const Move move : moves) {
                const Played played(game, move);
                entries[count++] = {move, Board::count(game.targets())};
            }
            sort();
        }
        void sort() {
            std::stable_sort(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(count),
                             [](const Entry& one, const Entry& two) { return one.order < two.order; });
        }
        const Entry* begin() const { return entries.data(); }
        const Entry* end() const { return entries.data() + count; }

        std::array<Entry, Game::kMaxMoves> entries;
        std::size_t count = 0;
    };

    void rate(Game& game, Sorted& moves, int plies) {
        for (std::size_t number = 0; number < moves.count; ++number) {
            const Played played(game, moves.entries[number].move);
            moves.entries[number].order = search(game, plies - 1, -kInfinite, kInfinite);
        }
        moves.sort();
    }

    int search(Game& game, int depth, int alpha, int beta) {
        if (game.over()) return final_margin(game) * Evaluation<Board>::kScale;
        if (depth == 0) return evaluation_->evaluate(game);
        int best = -kInfinite;
        const auto try_move = [&](Move move) {
            const Played played(game, move);
            best = std::max(best, -search(game, depth - 1, -beta, -std::max(alpha, best)));
            return best >= beta;
        };
        if (depth > 1) {
            const Sorted moves(game);
            for (const Entry& entry : moves)
                if (try_move(entry.move)) break;
        } else {
            MoveList<Game> moves;
            game.legal_moves(moves);
            for (const Move move : moves)
                if (try_move(move)) break;
        }
        return best;
    }

    std::shared_ptr<const Evaluation<Board>> evaluation_;
    Ending<Board>& ending_;
};

template <class Board>
PlayedGame play(Position<Board> game, const std::shared_ptr<const Weights>& red,
                const std::shared_ptr<const Weights>& blue, const SelfPlayOptions& how) {
    Stream chance(how.seed);
    for (int ply = 0; ply < how.random_plies && !game.over(); ++ply) {
        MoveList<Position<Board>> moves;
        game.legal_moves(moves);
        game.make(moves[chance.below(moves.size())]);
    }
    PlayedGame played{game.str() + " moves", 0};
    Ending<Board> ending(game);
    SelfPlayer<Board> first(red, game, ending);
    SelfPlayer<Board> second(blue, game, ending);
    while (!game.over()) {
        auto& player = game.mover() == Side::kFirst ? first : second;
        const auto move = player.choose(game, how.depth, how.exact_empties);
        played.line += ' ' + game.move_str(move);
        game.make(move);
    }
    played.margin = game.score(Side::kFirst) - game.score(Side::kSecond);
    return played;
}

}  // namespace

PlayedGame play_game(std::string_view position, const std::shared_ptr<const Weights>& red,
                     const std::shared_ptr<const Weights>& blue, const SelfPlayOptions& how) {
    return with_position(position, [&](const auto& game) { return play(game, red, blue, how); });
}

}  // namespace garlic::othello
