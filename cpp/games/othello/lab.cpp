#include "games/othello/lab.h"

#include <algorithm>
#include <climits>

namespace garlic::othello {
namespace {

constexpr int kCorner = 100;
constexpr int kMove = 10;
constexpr int kDisc = 2;
constexpr int kFinishedAtLeaf = 1000;       // per disc of difference in a finished game at a leaf
constexpr int kFinishedAboveLeaf = 10'000;  // the same above the leaves
constexpr int kInfinite = INT_MAX / 2;

int late_from(int rows, int columns) {
    if (rows == 8 && columns == 8) return 37;
    if (rows == 10 && columns == 10) return 87;
    if (rows == 12 && columns == 12) return 120;
    return rows * columns * 5 / 8;
}

// The cells of an edge from the third to the middle one, as the course gave them for boards of 8, 10 and 12: 10 5,
// 10 8 5, 10 8 5 5.
int along_edge(int place, int length) {
    const int cells = (length + 1) / 2 - 2;
    if (place == 2) return 10;
    return place == 3 && cells > 2 ? 8 : 5;
}

}  // namespace

int lab_table(int row, int column, int rows, int columns) {
    const int down = std::min(row, rows - 1 - row);
    const int across = std::min(column, columns - 1 - column);
    const int nearer = std::min(down, across);
    const int farther = std::max(down, across);
    if (nearer == 0) {
        if (farther == 0) return 200;
        if (farther == 1) return -25;
        return across > down ? along_edge(across, columns) : along_edge(down, rows);
    }
    if (nearer == 1) return farther == 1 ? -45 : 1;
    if (nearer == 2) return farther == 2 ? 3 : 2;
    return 1;
}

template <class Board>
Lab<Board>::Lab(const Game& position) : game_(position), late_(late_from(position.rows(), position.columns())) {
    for (int row = 0; row < game_.rows(); ++row)
        for (int column = 0; column < game_.columns(); ++column) {
            const int place = row * Board::kStride + column;
            rank_[static_cast<std::size_t>(place)] =
                lab_table(row, column, game_.rows(), game_.columns()) * game_.cell_value(place);
            if ((row == 0 || row == game_.rows() - 1) && (column == 0 || column == game_.columns() - 1))
                corners_.set(place);
        }
}

template <class Board>
typename Lab<Board>::Move Lab<Board>::choose(int depth) {
    MoveList<Game> moves;
    ordered_moves(moves);
    if (moves.empty()) return Game::kPass;
    Move best = moves[0];
    if (moves.size() == 1) return best;
    int alpha = -kInfinite;
    for (const Move move : moves) {
        const Played played{game_, move};
        const int score = -search(depth - 1, -kInfinite, -alpha);
        if (score > alpha) {
            alpha = score;
            best = move;
        }
    }
    return best;
}

template <class Board>
int Lab<Board>::search(int depth, int alpha, int beta) {
    if (depth == 0) return value();
    MoveList<Game> moves;
    ordered_moves(moves);
    // The course's player does not pass: it stops where it cannot move.
    if (moves.empty()) return is_finished() ? kFinishedAboveLeaf * discs_ahead() : value();
    for (const Move move : moves) {
        const Played played{game_, move};
        alpha = std::max(alpha, -search(depth - 1, -beta, -alpha));
        if (alpha >= beta) break;
    }
    return alpha;
}

template <class Board>
int Lab<Board>::value() const {
    const Cells empty = game_.empty();
    const int own_moves = Board::count(Board::reach(game_.own(), game_.enemy()) & empty);
    const int enemy_moves = Board::count(Board::reach(game_.enemy(), game_.own()) & empty);
    if (own_moves == 0 && enemy_moves == 0) return kFinishedAtLeaf * discs_ahead();
    const int corners = Board::count(game_.own() & corners_) - Board::count(game_.enemy() & corners_);
    const bool late = Board::count(game_.own() | game_.enemy()) > late_;
    return kCorner * corners + kMove * (own_moves - enemy_moves) + (late ? kDisc * discs_ahead() : 0);
}

template <class Board>
void Lab<Board>::ordered_moves(MoveList<Game>& moves) const {
    game_.targets().each([&](int place) { moves.push({static_cast<std::uint16_t>(place)}); });
    // Few moves, mostly sorted: std::stable_sort would allocate.
    for (std::size_t index = 1; index < moves.size(); ++index) {
        const Move move = moves[index];
        std::size_t place = index;
        for (; place > 0 && rank_[moves[place - 1].place] < rank_[move.place]; --place) moves[place] = moves[place - 1];
        moves[place] = move;
    }
}

template <class Board>
bool Lab<Board>::is_finished() const {
    return (Board::reach(game_.enemy(), game_.own()) & game_.empty()).none();
}

template class Lab<Grid8x8>;
template class Lab<Grid<9, 1>>;
template class Lab<Grid<11, 2>>;
template class Lab<Grid<13, 3>>;
template class Lab<Grid<21, 7>>;

}  // namespace garlic::othello
