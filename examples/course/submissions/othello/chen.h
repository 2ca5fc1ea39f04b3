// Takes the first cell that flips something, from the top left.
#include "../include/playerbase.h"

static char at(Player *player, int row, int column) {
    bool inside = row >= 0 && row < player->row_cnt && column >= 0 && column < player->col_cnt;
    return inside ? player->mat[row][column] : '#';
}

static bool flips(Player *player, int row, int column) {
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right) {
            int steps = 1;
            while (at(player, row + steps * down, column + steps * right) == 'o') ++steps;
            if (steps > 1 && at(player, row + steps * down, column + steps * right) == 'O') return true;
        }
    return false;
}

void init(Player *) {}

Point place(Player *player) {
    for (int row = 0; row < player->row_cnt; ++row)
        for (int column = 0; column < player->col_cnt; ++column) {
            char cell = at(player, row, column);
            if (cell != 'O' && cell != 'o' && flips(player, row, column)) return initPoint(row, column);
        }
    return initPoint(-1, -1);
}
