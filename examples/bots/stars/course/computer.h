/* An opponent to begin with: any open neighbour, all equally likely. */
#include "../include/playerbase.h"

void init(struct Player *player) {
    (void)player;
    srand(1); /* the same game every time, as far as it is up to this bot */
}

struct Point walk(struct Player *player) {
    static const int DOWN[4] = {-1, 1, 0, 0}, RIGHT[4] = {0, 0, -1, 1};
    struct Point chosen = initPoint(player->your_posx, player->your_posy);
    int found = 0;
    for (int way = 0; way < 4; ++way) {
        int row = player->your_posx + DOWN[way], column = player->your_posy + RIGHT[way];
        if (row < 0 || row >= player->row_cnt || column < 0 || column >= player->col_cnt) continue;
        if (player->mat[row][column] == '#') continue;
        if (rand() % ++found == 0) chosen = initPoint(row, column);
    }
    return chosen;
}
