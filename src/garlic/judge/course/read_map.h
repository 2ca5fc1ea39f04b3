/* Reads the size and the rows of a map into `struct Player`. Part of the debugging programs of a
   course folder: the judge itself does not use it. */
#include <stdio.h>

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(2);
}

static FILE *open_map(int count, char **words) {
    FILE *map = fopen(count > 1 ? words[1] : "data/map.txt", "r");
    if (!map) fail("usage: PROGRAM [MAP]; there is no such map");
    return map;
}

static void read_rows(FILE *map, struct Player *player) {
    char format[16];
    if (fscanf(map, "%d %d", &player->row_cnt, &player->col_cnt) != 2) fail("the map has no size");
    snprintf(format, sizeof format, "%%%ds", player->col_cnt + 1);
    player->mat = (char **)malloc(sizeof(char *) * (size_t)player->row_cnt);
    for (int row = 0; row < player->row_cnt; ++row) {
        player->mat[row] = (char *)malloc((size_t)player->col_cnt + 2);
        if (fscanf(map, format, player->mat[row]) != 1) fail("the map has too few rows");
    }
}
