// The course's Othello player as a baseline: plain alpha-beta of a few plies. Its values do not fit a Score,
// and it does not pass inside its search, so it has its own search.
#pragma once

#include <array>

#include "games/othello/rules.h"

namespace garlic::othello {

template <class Board>
class Lab {
public:
    using Game = Position<Board>;
    using Move = typename Game::Move;

    explicit Lab(const Game& position);

    // The move with the best value `depth` plies ahead, the first tried among equals; a single legal move at
    // once. The game must not be over.
    Move choose(int depth);

    // The lab's evaluation for the mover: corners, mobility, and late in the game discs.
    int value() const;

private:
    using Cells = typename Game::Cells;

    int search(int depth, int alpha, int beta);
    void ordered_moves(MoveList<Game>& moves) const;
    bool is_finished() const;
    int discs_ahead() const { return Board::count(game_.own()) - Board::count(game_.enemy()); }

    Game game_;
    Cells corners_;
    int late_;                                                          // with more discs than this they count
    std::array<int, static_cast<std::size_t>(Board::kPlaces)> rank_{};  // course table times cell value
};

// The course's table entry for a cell of a board.
int lab_table(int row, int column, int rows, int columns);

extern template class Lab<Grid8x8>;
extern template class Lab<Grid<9, 1>>;
extern template class Lab<Grid<11, 2>>;
extern template class Lab<Grid<13, 3>>;
extern template class Lab<Grid<21, 7>>;

}  // namespace garlic::othello
