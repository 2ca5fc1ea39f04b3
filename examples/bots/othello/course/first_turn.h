/* Asks the bot for its first move on a map: to try it, or to debug it. Its discs are 'O'. */
#include "read_map.h"

int main(int count, char **words) {
    struct Player player;
    FILE *map = open_map(count, words);
    read_rows(map, &player);
    fclose(map);
    player.your_score = player.opponent_score = 0;
    init(&player);
    struct Point point = place(&player);
    printf("X = %d, Y = %d\n", point.X, point.Y);
    return 0;
}
