/* An opponent to begin with: any legal cell, all equally likely. */
#include "../include/playerbase.h"

void init(struct Player *player) {
    (void)player;
    srand(1); /* the same game every time */
}

static char at(struct Player *player, int row, int column) {
    if (row < 0 || row >= player->row_cnt || column < 0 || column >= player->col_cnt) return '#';
    return player->mat[row][column];
}

static int is_legal(struct Player *player, int row, int column) {
    if (at(player, row, column) == 'O' || at(player, row, column) == 'o') return 0;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right) {
            int steps = 1;
            while (at(player, row + steps * down, column + steps * right) == 'o') ++steps;
            if (steps > 1 && at(player, row + steps * down, column + steps * right) == 'O') return 1;
        }
    return 0;
}

struct Point place(struct Player *player) {
    struct Point chosen = initPoint(-1, -1); /* a pass, if no cell is legal */
    int found = 0;
    for (int row = 0; row < player->row_cnt; ++row)
        for (int column = 0; column < player->col_cnt; ++column)
            if (is_legal(player, row, column) && rand() % ++found == 0) chosen = initPoint(row, column);
    return chosen;
}
