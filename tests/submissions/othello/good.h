// Othello: looks ahead as far as a number of boards allows. Worths, corners, what stands beside
// an empty corner, and how many moves each side has.
#include "../include/playerbase.h"

#include <cstring>

static const int MOST_CELLS = 300000, INFINITE = 100000000;  // some 20 ms of looking

struct Board {
    char cell[22][22];  // with a rim of '#'
};

static int rows, columns, boards_left, worth[22][22];

static int put(Board &board, int row, int column, char own, bool really) {
    const char other = own == 'O' ? 'o' : 'O';
    if (board.cell[row][column] == 'O' || board.cell[row][column] == 'o') return 0;
    int flipped = 0;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right) {
            if (!down && !right) continue;
            int run = 0;
            while (board.cell[row + (run + 1) * down][column + (run + 1) * right] == other) ++run;
            if (run == 0 || board.cell[row + (run + 1) * down][column + (run + 1) * right] != own) continue;
            flipped += run;
            for (int i = 1; really && i <= run; ++i) board.cell[row + i * down][column + i * right] = own;
        }
    if (really && flipped) board.cell[row][column] = own;
    return flipped;
}

// How good the board is for 'O'.
static int evaluate(Board &board, bool over) {
    int discs = 0, places = 0, empty = 0, moves = 0;
    for (int row = 1; row <= rows; ++row)
        for (int column = 1; column <= columns; ++column) {
            const char cell = board.cell[row][column];
            const int sign = cell == 'O' ? 1 : cell == 'o' ? -1 : 0;
            discs += sign * worth[row][column];
            if (!sign) {
                ++empty;
                if (!over) moves += (put(board, row, column, 'O', false) > 0) - (put(board, row, column, 'o', false) > 0);
                continue;
            }
            const int corner_row = row <= rows / 2 ? 1 : rows, corner_column = column <= columns / 2 ? 1 : columns;
            const int far = (row > corner_row ? row - corner_row : corner_row - row);
            const int wide = (column > corner_column ? column - corner_column : corner_column - column);
            const char corner = board.cell[corner_row][corner_column];
            if (far == 0 && wide == 0) places += 60 * sign;
            else if (far <= 1 && wide <= 1 && corner != 'O' && corner != 'o') places -= (far && wide ? 40 : 15) * sign;
            else if (far == 0 || wide == 0) places += 4 * sign;
        }
    if (over || empty == 0) return 1000 * discs;
    return empty < 12 ? 20 * discs + places : discs + 3 * places + 10 * moves;
}

static int search(Board &board, char own, int depth, int alpha, int beta, bool passed, int *best_row, int *best_column) {
    if (boards_left-- <= 0) return 0;
    const char other = own == 'O' ? 'o' : 'O';
    if (depth == 0) return own == 'O' ? evaluate(board, false) : -evaluate(board, false);
    bool moved = false;
    int row, column;
    for (int r = 1; r <= rows; ++r)
        for (int c = 1; c <= columns; ++c) {
            if (!put(board, r, c, own, false)) continue;
            moved = true;
            Board after = board;
            put(after, r, c, own, true);
            const int value = -search(after, other, depth - 1, -beta, -alpha, false, &row, &column);
            if (boards_left <= 0) return 0;
            if (value > alpha) {
                alpha = value;
                *best_row = r;
                *best_column = c;
            }
            if (alpha >= beta) return alpha;
        }
    if (moved) return alpha;
    if (passed) return own == 'O' ? evaluate(board, true) : -evaluate(board, true);
    return -search(board, other, depth - 1, -beta, -alpha, true, &row, &column);
}

void init(Player *player) {
    rows = player->row_cnt;
    columns = player->col_cnt;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const char cell = player->mat[row][column];
            worth[row + 1][column + 1] = cell >= '1' && cell <= '9' ? cell - '0' : 1;
        }
}

Point place(Player *player) {
    Board board;
    std::memset(board.cell, '#', sizeof board.cell);
    for (int row = 0; row < rows; ++row) std::memcpy(&board.cell[row + 1][1], player->mat[row], columns);
    int best_row = 0, best_column = 0;
    boards_left = MOST_CELLS / (rows * columns);
    for (int depth = 1; depth <= 12 && boards_left > 0; ++depth) {
        int row = 0, column = 0;
        search(board, 'O', depth, -INFINITE, INFINITE, false, &row, &column);
        if (boards_left > 0) best_row = row, best_column = column;
    }
    return initPoint(best_row - 1, best_column - 1);  // (-1, -1) is a pass
}
