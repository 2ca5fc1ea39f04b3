/* Tiaojia in C, over the line protocol. Two moves ahead: turn many stones, and leave few to be
   turned in reply. The board is one array with a frame around it, so that no step leaves it. */
#include <stdio.h>
#include <string.h>

enum { WIDTH = 14, CELLS = WIDTH * WIDTH };
/* By direction code: up, down, left, right, up-left, up-right, down-left, down-right. */
static const int STEP[8] = {-WIDTH, WIDTH, -1, 1, -WIDTH - 1, -WIDTH + 1, WIDTH - 1, WIDTH + 1};

typedef struct {
    char cells[CELLS]; /* 'O', 'X', '.'; the frame is 0 */
} Board;

static char other(char stone) { return stone == 'O' ? 'X' : 'O'; }

/* Moves the stone on *from*; returns how many enemies turned. */
static int play(Board *board, int from, int direction) {
    char own = board->cells[from], enemy = other(own);
    int to = from + STEP[direction], turned = 0;
    char *place = &board->cells[to];
    board->cells[from] = '.';
    *place = own;
    for (int d = 0; d < 8; ++d) /* a pick: both neighbours on a line */
        if (STEP[d] < 0 && place[STEP[d]] == enemy && place[-STEP[d]] == enemy) {
            place[STEP[d]] = place[-STEP[d]] = own;
            turned += 2;
        }
    for (int d = 0; d < 8; ++d) /* a nip: between this stone and another of ours */
        if (place[STEP[d]] == enemy && place[2 * STEP[d]] == own) {
            place[STEP[d]] = own;
            turned += 1;
        }
    return turned;
}

/* The best move of *own*, by stones turned less stones lost in the next *depth* - 1 moves. */
static int best(const Board *board, char own, int depth, int *best_from, int *best_direction) {
    int best_value = -100;
    for (int from = 0; from < CELLS; ++from)
        for (int d = 0; d < 8 && board->cells[from] == own; ++d) {
            Board after = *board;
            int reply_from, reply_direction;
            if (board->cells[from + STEP[d]] != '.') continue;
            int value = play(&after, from, d);
            if (depth > 1)
                value -= best(&after, other(own), depth - 1, &reply_from, &reply_direction);
            if (value <= best_value) continue;
            best_value = value;
            *best_from = from;
            *best_direction = d;
        }
    return best_value;
}

int main(void) {
    static char line[4096], rows[256], own;
    int from = 0, direction = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* answers leave at the end of each line */
    while (fgets(line, sizeof line, stdin) && strncmp(line, "end", 3) != 0) {
        if (strncmp(line, "start ", 6) == 0) puts("ready");
        /* "ROWS SIDE PLY": "..XXX....O../.../... O 0" */
        if (sscanf(line, "turn %255s %c", rows, &own) != 2) continue;
        Board board = {{0}};
        char *place = board.cells + WIDTH + 1, *start = place;
        for (char *cell = rows; *cell; ++cell)
            if (*cell == '/') place = start += WIDTH;
            else *place++ = *cell;
        best(&board, own, 2, &from, &direction);
        printf("%d %d %d\n", from / WIDTH - 1, from % WIDTH - 1, direction);
    }
}
