// Walks straight to the nearest star; a wall in between stops it.
#include "../include/playerbase.h"

#include <cstdlib>

void init(Player *) {}

Point walk(Player *player) {
    int row = player->your_posx, column = player->your_posy, nearest = 1000, down = 0, right = 0;
    for (int r = 0; r < player->row_cnt; ++r)
        for (int c = 0; c < player->col_cnt; ++c) {
            const int far = std::abs(r - row) + std::abs(c - column);
            if ((player->mat[r][c] != 'o' && player->mat[r][c] != 'O') || far >= nearest) continue;
            nearest = far;
            down = (r > row) - (r < row);
            right = (c > column) - (c < column);
        }
    if (down && player->mat[row + down][column] != '#') return initPoint(row + down, column);
    if (right && player->mat[row][column + right] != '#') return initPoint(row, column + right);
    return initPoint(row, column);
}
