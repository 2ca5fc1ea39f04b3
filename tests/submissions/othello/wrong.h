/* Othello: plays on the first empty cell, whether that flips anything or not. */
#include "../include/playerbase.h"

void init(struct Player *player) { (void)player; }

struct Point place(struct Player *player) {
    for (int row = 0; row < player->row_cnt; ++row)
        for (int column = 0; column < player->col_cnt; ++column)
            if (player->mat[row][column] != 'O' && player->mat[row][column] != 'o')
                return initPoint(row, column);
    return initPoint(-1, -1);
}
