/* Stars: goes to a star beside it if there is one; else stays, or sidles along. */
#include "../include/playerbase.h"

static int turn = 0;

void init(struct Player *player) { (void)player; }

struct Point walk(struct Player *player) {
    static const int DOWN[4] = {-1, 1, 0, 0}, RIGHT[4] = {0, 0, -1, 1};
    int x = player->your_posx, y = player->your_posy;
    for (int want = 0; want < 2; ++want)
        for (int i = 0; i < 4; ++i) {
            int way = (i + turn) % 4, r = x + DOWN[way], c = y + RIGHT[way], near = 0;
            if (r < 0 || c < 0 || r >= player->row_cnt || c >= player->col_cnt) continue;
            if (player->mat[r][c] == '#') continue;
            for (int ghost = 0; ghost < 2; ++ghost)
                near |= abs(player->ghost_posx[ghost] - r) + abs(player->ghost_posy[ghost] - c) < 2;
            if (near && player->your_status <= 1) continue;
            if (want || player->mat[r][c] == 'o' || player->mat[r][c] == 'O') {
                turn = want ? (way + 1) % 4 : way;
                return initPoint(r, c);
            }
        }
    return initPoint(x, y);
}
