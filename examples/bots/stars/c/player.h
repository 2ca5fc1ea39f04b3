/* Stars in C, in the course's form. Walk to the nearest star, not through danger; while strong,
   destroyers are prey. X is the row, Y the column. */
#include "../include/playerbase.h"

static const int DOWN[5] = {0, -1, 1, 0, 0}; /* staying is a move, too */
static const int RIGHT[5] = {0, 0, 0, -1, 1};

static int from[200 * 200]; /* the cell a search came from; -1 where it has not been */
static int waiting[200 * 200];

void init(struct Player *player) { (void)player; }

static int is_open(struct Player *player, int row, int column) {
    return row >= 0 && row < player->row_cnt && column >= 0 && column < player->col_cnt &&
           player->mat[row][column] != '#';
}

/* Steps to the nearest of those who could rob us; a large number if nobody can. */
static int distance_to_danger(struct Player *player, int row, int column) {
    int nearest = 1000;
    if (player->your_status > 1) return nearest;
    for (int i = 0; i < 3; ++i) {
        int x = i < 2 ? player->ghost_posx[i] : player->opponent_posx;
        int y = i < 2 ? player->ghost_posy[i] : player->opponent_posy;
        int steps = abs(x - row) + abs(y - column);
        if (i == 2 && player->opponent_status <= 0) continue;
        if (steps < nearest) nearest = steps;
    }
    return nearest;
}

static int is_prize(struct Player *player, int row, int column) {
    for (int i = 0; i < 2 && player->your_status > 1; ++i)
        if (player->ghost_posx[i] == row && player->ghost_posy[i] == column) return 1;
    return player->mat[row][column] == 'o' || player->mat[row][column] == 'O';
}

/* Breadth first from our own cell: the first prize met is the nearest. */
struct Point walk(struct Player *player) {
    int width = player->col_cnt, first = 0, last = 0;
    int home = player->your_posx * width + player->your_posy;
    for (int cell = 0; cell < player->row_cnt * width; ++cell) from[cell] = -1;
    from[home] = home;
    waiting[last++] = home;
    while (first < last) {
        int cell = waiting[first++];
        if (is_prize(player, cell / width, cell % width)) {
            while (from[cell] != home) cell = from[cell]; /* back to the first step */
            return initPoint(cell / width, cell % width);
        }
        for (int way = 1; way < 5; ++way) {
            int row = cell / width + DOWN[way], column = cell % width + RIGHT[way];
            if (!is_open(player, row, column) || from[row * width + column] >= 0) continue;
            if (distance_to_danger(player, row, column) <= 1) continue;
            from[row * width + column] = cell;
            waiting[last++] = row * width + column;
        }
    }
    struct Point best = initPoint(player->your_posx, player->your_posy);
    for (int way = 1; way < 5; ++way) { /* no prize in reach: keep away from danger */
        int row = player->your_posx + DOWN[way], column = player->your_posy + RIGHT[way];
        if (is_open(player, row, column) &&
            distance_to_danger(player, row, column) > distance_to_danger(player, best.X, best.Y))
            best = initPoint(row, column);
    }
    return best;
}
