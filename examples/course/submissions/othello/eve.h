// A semicolon is missing.
#include "../include/playerbase.h"

void init(Player *player) {}

Point place(Player *player) {
    int row = player->row_cnt / 2
    return initPoint(row, row);
}
