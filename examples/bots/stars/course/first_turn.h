/* Asks the bot for its first step on a map: to try it, or to debug it. Behind its rows a map has
   four places: both destroyers, the opponent (red) and you (blue). */
#include "read_map.h"

static void read_place(FILE *map, int *x, int *y) {
    if (fscanf(map, "%d %d", x, y) != 2) fail("the map has too few places behind its rows");
}

int main(int count, char **words) {
    struct Player player;
    FILE *map = open_map(count, words);
    read_rows(map, &player);
    for (int ghost = 0; ghost < 2; ++ghost)
        read_place(map, &player.ghost_posx[ghost], &player.ghost_posy[ghost]);
    read_place(map, &player.opponent_posx, &player.opponent_posy);
    read_place(map, &player.your_posx, &player.your_posy);
    fclose(map);
    player.your_status = player.opponent_status = 0;
    player.your_score = player.opponent_score = 0;
    init(&player);
    struct Point point = walk(&player);
    printf("X = %d, Y = %d\n", point.X, point.Y);
    return 0;
}
