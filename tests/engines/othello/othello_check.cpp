// Compares Othello's endgame solver with brute force on random endgames of all kinds of boards.
// Usage: othello_check ROUNDS MOST_EMPTIES SEED
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "games/othello/endgame/endgame.h"
#include "garlic/chance.h"

using namespace garlic;
using namespace garlic::othello;

namespace {

// By the rules alone.
template <class Board>
int best_margin(Position<Board>& game) {
    if (game.over()) return game.score(game.mover()) - game.score(other(game.mover()));
    MoveList<Position<Board>> moves;
    game.legal_moves(moves);
    int best = INT32_MIN;
    for (const auto move : moves) {
        const Played played{game, move};
        best = std::max(best, -best_margin(game));
    }
    return best;
}

int below(Stream& chance, int count) { return static_cast<int>(chance.below(static_cast<std::uint64_t>(count))); }

// A full board, cell values from 0 to 9 (or 0 and 1) with `empties` cells cleared again.
std::string random_endgame(Stream& chance, int rows, int columns, int empties) {
    const int values_below = below(chance, 3) == 0 ? 2 : 10;
    const int red_in_ten = 2 + below(chance, 7);
    std::string values;
    std::string discs;
    for (int row = 0; row < rows; ++row) {
        if (row > 0) {
            values += '/';
            discs += '/';
        }
        for (int column = 0; column < columns; ++column) {
            values += static_cast<char>('0' + below(chance, values_below));
            discs += below(chance, 10) < red_in_ten ? 'O' : 'o';
        }
    }
    while (empties > 0) {
        char& cell = discs[static_cast<std::size_t>(below(chance, static_cast<int>(discs.size())))];
        if (cell == '/' || cell == '.') continue;
        cell = '.';
        --empties;
    }
    return values + ' ' + discs + (below(chance, 2) ? " r 0" : " b 0");
}

bool agrees(int found, int truth, int alpha, int beta) {
    if (found <= alpha) return truth <= found;
    if (found >= beta) return truth >= found;
    return truth == found;
}

template <class Board>
void check(Stream& chance, int rows, int columns, int empties) {
    const std::string text = random_endgame(chance, rows, columns, std::min(empties, rows * columns - 2));
    auto game = Position<Board>::parse(text);
    const int truth = best_margin(game);
    const Map<Board> map(game);
    Table table(1);
    std::atomic<bool> stop{false};
    Budget budget({}, stop);
    Meter meter(budget);
    for (int round = 0; round < 6; ++round) {
        const bool narrow = round >= 2;
        const int alpha = narrow ? truth - 3 + below(chance, 6) : -4000;
        const int beta = narrow ? alpha + 1 + below(chance, 4) : 4000;
        const EndgameTools<Board> tools{round % 2 ? &table : nullptr, meter, 8};
        const int found = solve_endgame(map, game.own(), game.enemy(), alpha, beta, tools);
        if (!agrees(found, truth, alpha, beta)) {
            std::printf("%s: %d, not %d, window %d to %d\n", text.c_str(), found, truth, alpha, beta);
            std::exit(1);
        }
    }
}

}  // namespace

int main(int, char** arguments) {
    const int rounds = std::atoi(arguments[1]);
    const int most = std::atoi(arguments[2]);
    Stream chance(static_cast<std::uint64_t>(std::atoi(arguments[3])));
    for (int round = 0; round < rounds; ++round) {
        const auto empties = [&] { return below(chance, most + 1); };
        check<Grid8x8>(chance, 8, 8, empties());
        check<Grid<9, 1>>(chance, 3 + below(chance, 5), 3 + below(chance, 6), empties());
        check<Grid<11, 2>>(chance, 3 + below(chance, 9), 3 + below(chance, 8), empties());
        check<Grid<13, 3>>(chance, 3 + below(chance, 12), 3 + below(chance, 10), empties());
        check<Grid<21, 7>>(chance, 3 + below(chance, 18), 3 + below(chance, 18), empties());
    }
    std::puts("ok");
}
