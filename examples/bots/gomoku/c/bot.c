/* Gomoku and Renju in C, over the line protocol. Every five crossings in a row that one side alone
   has stones on are worth something to take, and to deny. */
#include <stdio.h>
#include <string.h>

static const int DOWN[4] = {0, 1, 1, 1}, RIGHT[4] = {1, 0, 1, -1};
/* What a stone in such a row is worth, by the stones already there: ours, and theirs. */
static const long OURS[5] = {1, 10, 100, 1000, 1000000}, THEIRS[5] = {0, 5, 50, 500, 100000};

static char board[24][24]; /* '.', 'x', 'o'; the NULs around it are neither */
static int size;

static char at(int row, int column) {
    return row < 0 || row >= size || column < 0 || column >= size ? '#' : board[row][column];
}

static long value(int row, int column, char own) {
    long sum = 0;
    for (int line = 0; line < 4; ++line)
        for (int first = -4; first <= 0; ++first) {
            int ours = 0, theirs = 0, inside = 1;
            for (int i = first; i < first + 5; ++i) {
                char stone = at(row + i * DOWN[line], column + i * RIGHT[line]);
                if (stone == '#') inside = 0;
                else if (stone != '.') *(stone == own ? &ours : &theirs) += 1;
            }
            if (inside && theirs == 0) sum += OURS[ours];
            if (inside && ours == 0) sum += THEIRS[theirs];
        }
    return sum;
}

/* Might Renju forbid black to play here? Says yes too often: to be sure is much longer. */
static int is_risky(int row, int column) {
    int risk = 0;
    for (int line = 0; line < 4; ++line) {
        int near = 1, unbroken = 1; /* black stones within four steps; in one row with this one */
        for (int way = -1; way <= 1; way += 2)
            for (int i = 1, joined = 1; i <= 4; ++i) {
                char stone = at(row + way * i * DOWN[line], column + way * i * RIGHT[line]);
                if (stone == 'o' || stone == '#') break;
                joined = joined && stone == 'x';
                unbroken += joined;
                near += stone == 'x';
            }
        if (unbroken == 5) return 0; /* it wins */
        risk += near >= 5 ? 2 : near >= 3 ? 1 : 0;
    }
    return risk > 1;
}

int main(void) {
    static char line[4096], rule[16], rows[1024], side;
    setvbuf(stdout, NULL, _IOLBF, 0); /* answers leave at the end of each line */
    while (fgets(line, sizeof line, stdin) && strncmp(line, "end", 3) != 0) {
        if (strncmp(line, "start ", 6) == 0) puts("ready");
        /* "RULE ROWS SIDE PASSES", rows from the top: "renju .../.x./... w 0" */
        if (sscanf(line, "turn %15s %1023s %c", rule, rows, &side) != 3) continue;
        size = 0;
        for (char *row = strtok(rows, "/"); row != NULL; row = strtok(NULL, "/"))
            strncpy(board[size++], row, 23);
        char own = side == 'b' ? 'x' : 'o', best[16] = "pass";
        long best_value = -1;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                if (at(row, column) != '.') continue;
                if (own == 'x' && strcmp(rule, "renju") == 0 && is_risky(row, column)) continue;
                if (value(row, column, own) <= best_value) continue;
                best_value = value(row, column, own);
                snprintf(best, sizeof best, "%c%d", 'a' + column, size - row);
            }
        puts(best);
    }
}
