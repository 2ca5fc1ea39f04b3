// Walks to the nearest star around walls: breadth-first search.
#include "../include/playerbase.h"

#include <queue>
#include <vector>

void init(Player *) {}

Point walk(Player *player) {
    const int columns = player->col_cnt, home = player->your_posx * columns + player->your_posy;
    std::vector<int> first_step(player->row_cnt * columns, -1);
    std::queue<int> waiting;
    first_step[home] = home;
    for (waiting.push(home); !waiting.empty(); waiting.pop()) {
        const int cell = waiting.front(), row = cell / columns, column = cell % columns;
        if (player->mat[row][column] == 'o' || player->mat[row][column] == 'O')
            return initPoint(first_step[cell] / columns, first_step[cell] % columns);
        const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (const auto &step : steps) {
            const int r = row + step[0], c = column + step[1];
            if (r < 0 || r >= player->row_cnt || c < 0 || c >= columns || player->mat[r][c] == '#') continue;
            if (first_step[r * columns + c] >= 0) continue;
            first_step[r * columns + c] = cell == home ? r * columns + c : first_step[cell];
            waiting.push(r * columns + c);
        }
    }
    return initPoint(player->your_posx, player->your_posy);
}
