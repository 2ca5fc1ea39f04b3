/* Othello in C, in the course's form. One move ahead: take what is worth most, like corners,
   shun the cells beside them. Your discs are 'O', theirs 'o'; X is the row, Y the column. */
#include "../include/playerbase.h"

static const int DOWN[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
static const int RIGHT[8] = {-1, 0, 1, -1, 1, -1, 0, 1};

static int worth[20][20]; /* of every cell: a disc hides it later, so remember it now */

void init(struct Player *player) {
    for (int row = 0; row < player->row_cnt; ++row)
        for (int column = 0; column < player->col_cnt; ++column) {
            char cell = player->mat[row][column];
            worth[row][column] = cell >= '1' && cell <= '9' ? cell - '0' : 0;
        }
}

static char at(struct Player *player, int row, int column) {
    if (row < 0 || row >= player->row_cnt || column < 0 || column >= player->col_cnt) return '#';
    return player->mat[row][column];
}

/* How many discs a disc here flips, and in *gain what they are worth. */
static int flips(struct Player *player, int row, int column, int *gain) {
    int flipped = 0;
    *gain = 0;
    for (int way = 0; way < 8; ++way) {
        int run = 0, worths = 0;
        int r = row + DOWN[way], c = column + RIGHT[way];
        while (at(player, r, c) == 'o') {
            run += 1;
            worths += worth[r][c];
            r += DOWN[way];
            c += RIGHT[way];
        }
        if (at(player, r, c) == 'O') {
            flipped += run;
            *gain += worths;
        }
    }
    return flipped;
}

/* Corners cannot be flipped back; the cells beside them give them away. */
static int place_value(struct Player *player, int row, int column) {
    int last_row = player->row_cnt - 1, last_column = player->col_cnt - 1;
    int edge_row = row < last_row - row ? row : last_row - row;
    int edge_column = column < last_column - column ? column : last_column - column;
    if (edge_row == 0 && edge_column == 0) return 100;
    return edge_row <= 1 && edge_column <= 1 ? -40 : 0;
}

struct Point place(struct Player *player) {
    struct Point best = initPoint(-1, -1); /* a pass, if nothing flips */
    int best_value = -1000;
    for (int row = 0; row < player->row_cnt; ++row)
        for (int column = 0; column < player->col_cnt; ++column) {
            char cell = at(player, row, column);
            int gain;
            if (cell == 'O' || cell == 'o') continue;
            if (flips(player, row, column, &gain) == 0) continue;
            int value = worth[row][column] + 2 * gain + place_value(player, row, column);
            if (value > best_value) {
                best_value = value;
                best = initPoint(row, column);
            }
        }
    return best;
}
