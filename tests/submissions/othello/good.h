// Othello: two plies ahead. What is taken, the corners, and how few moves the other is left.
#include "../include/playerbase.h"

#include <vector>

typedef std::vector<std::vector<char> > Board;

static std::vector<std::vector<int> > worth;

static char at(const Board &board, int row, int column) {
    if (row < 0 || row >= (int)board.size() || column < 0 || column >= (int)board[0].size()) return '#';
    return board[row][column];
}

static int put(Board &board, int row, int column, char own, bool really) {
    const char other = own == 'O' ? 'o' : 'O';
    int flipped = 0;
    if (at(board, row, column) == 'O' || at(board, row, column) == 'o') return 0;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right) {
            if (!down && !right) continue;
            int run = 0;
            while (at(board, row + (run + 1) * down, column + (run + 1) * right) == other) ++run;
            if (run == 0 || at(board, row + (run + 1) * down, column + (run + 1) * right) != own) continue;
            flipped += run;
            for (int i = 1; really && i <= run; ++i) board[row + i * down][column + i * right] = own;
        }
    if (really && flipped) board[row][column] = own;
    return flipped;
}

static int evaluate(Board &board) {
    const int rows = board.size(), columns = board[0].size();
    int value = 0, empty = 0, own_moves = 0, their_moves = 0;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const char cell = board[row][column];
            const int sign = cell == 'O' ? 1 : cell == 'o' ? -1 : 0;
            const bool corner = (row == 0 || row == rows - 1) && (column == 0 || column == columns - 1);
            value += sign * (worth[row][column] * 2 + (corner ? 120 : 0));
            if (sign) continue;
            ++empty;
            own_moves += put(board, row, column, 'O', false) > 0;
            their_moves += put(board, row, column, 'o', false) > 0;
        }
    return empty < 8 ? 20 * value : value + 12 * (own_moves - their_moves);
}

static int best(Board &board, char own, int depth, int alpha, int beta, int *best_row, int *best_column) {
    bool moved = false;
    for (int row = 0; row < (int)board.size(); ++row)
        for (int column = 0; column < (int)board[0].size(); ++column) {
            if (!put(board, row, column, own, false)) continue;
            moved = true;
            Board after = board;
            put(after, row, column, own, true);
            int r, c, value;
            if (depth == 1) value = own == 'O' ? evaluate(after) : -evaluate(after);
            else value = -best(after, own == 'O' ? 'o' : 'O', depth - 1, -beta, -alpha, &r, &c);
            if (value > alpha) {
                alpha = value;
                *best_row = row;
                *best_column = column;
            }
            if (alpha >= beta) return alpha;
        }
    if (!moved) return own == 'O' ? evaluate(board) : -evaluate(board);
    return alpha;
}

void init(Player *player) {
    worth.assign(player->row_cnt, std::vector<int>(player->col_cnt, 0));
    for (int row = 0; row < player->row_cnt; ++row)
        for (int column = 0; column < player->col_cnt; ++column) {
            const char cell = player->mat[row][column];
            if (cell >= '1' && cell <= '9') worth[row][column] = cell - '0';
        }
}

Point place(Player *player) {
    Board board(player->row_cnt);
    for (int row = 0; row < player->row_cnt; ++row)
        board[row].assign(player->mat[row], player->mat[row] + player->col_cnt);
    int row = -1, column = -1;
    best(board, 'O', 2, -1000000, 1000000, &row, &column);
    return initPoint(row, column);
}
