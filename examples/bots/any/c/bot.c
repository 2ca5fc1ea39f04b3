/* A bot for any game, over the line protocol: a random legal move. It asks for the legal moves with
   "ready legal", so it needs no rules. Read the position, and choose better. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MOVES 4096
#define LONGEST_MOVE 64

static char moves[MOST_MOVES][LONGEST_MOVE];
static int move_count = 0;

static const char *choose(const char *position) {
    (void)position;
    return moves[rand() % move_count];
}

int main(void) {
    static char line[1 << 16];
    setvbuf(stdout, NULL, _IOLBF, 0); /* every answer is sent at once */
    srand(1);                         /* the same games every time: that helps to find a mistake */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "start ", 6) == 0) puts("ready legal");
        if (strncmp(line, "legal ", 6) == 0 && move_count < MOST_MOVES)
            snprintf(moves[move_count++], LONGEST_MOVE, "%s", line + 6);
        if (strncmp(line, "turn ", 5) == 0) {
            puts(choose(line + 5));
            move_count = 0;
        }
        if (strncmp(line, "end", 3) == 0) break;
    }
    return 0;
}
