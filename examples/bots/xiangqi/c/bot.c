/* Xiangqi in C, over the line protocol. Three moves ahead: take what is worth most, less what can
   be taken in reply. The board is 90 letters, row by row from black's side; upper case is red. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KING = 10000 };
static const int WORTH[128] = {['k'] = KING, ['r'] = 900, ['c'] = 450, ['n'] = 400,
                               ['b'] = 200,  ['a'] = 200, ['p'] = 100};

static int side_of(char piece) { return piece == '.' ? 0 : isupper(piece) ? 1 : -1; }

/* How many pieces stand between two points of a file or rank. */
static int between(const char *board, int from, int to) {
    int low = from < to ? from : to, high = from < to ? to : from, count = 0;
    int step = from / 9 == to / 9 ? 1 : 9;
    for (int point = low + step; point < high; point += step) count += board[point] != '.';
    return count;
}

/* May the piece on *from* go to *to*, never mind what becomes of its king? */
static int can_go(const char *board, int from, int to) {
    int side = side_of(board[from]), down = to / 9 - from / 9, right = to % 9 - from % 9;
    int steps = abs(down) + abs(right), is_straight = down == 0 || right == 0;
    int rank = side > 0 ? 9 - to / 9 : to / 9; /* of the target, from the own back rank */
    int in_palace = rank <= 2 && abs(to % 9 - 4) <= 1;
    int is_free = board[from + down / 2 * 9 + right / 2] == '.'; /* elephant's eye, horse's leg */
    if (side_of(board[to]) == side) return 0;
    switch (tolower(board[from])) {
    case 'r': return is_straight && between(board, from, to) == 0;
    case 'c': return is_straight && between(board, from, to) == (board[to] != '.');
    case 'n': return abs(down * right) == 2 && is_free;
    case 'b': return abs(down) == 2 && abs(right) == 2 && rank <= 4 && is_free;
    case 'a': return abs(down) == 1 && abs(right) == 1 && in_palace;
    case 'p': return steps == 1 && (down == -side || (down == 0 && rank >= 5));
    default: /* the king; it "takes" the other one along an open file */
        if (right == 0 && tolower(board[to]) == 'k') return between(board, from, to) == 0;
        return steps == 1 && in_palace;
    }
}

/* The best move: what it takes, less the best reply. To leave the king costs so much that a legal
   move is always better, and mate is worth so much that it is found. */
static int best(const char *board, int side, int depth, int number, int *best_from, int *best_to) {
    int best_value = -2 * KING, reply_from, reply_to;
    for (int from = 0; from < 90; ++from)
        for (int to = 0; to < 90 && side_of(board[from]) == side; ++to) {
            if (!can_go(board, from, to)) continue;
            int taken = WORTH[tolower(board[to])];
            int value = taken + (from * 7 + to * 3 + 1) * number % 11; /* equals take turns */
            if (depth > 1 && taken != KING) {
                char after[90];
                memcpy(after, board, sizeof after);
                after[to] = board[from];
                after[from] = '.';
                value -= best(after, -side, depth - 1, number, &reply_from, &reply_to);
            }
            if (value > best_value) best_value = value, *best_from = from, *best_to = to;
        }
    return best_value;
}

int main(void) {
    char line[4096], fen[128], board[90], side;
    setvbuf(stdout, NULL, _IOLBF, 0); /* answers leave at the end of each line */
    while (fgets(line, sizeof line, stdin) && strncmp(line, "end", 3) != 0) {
        int number, count = 0, from = 0, to = 0;
        if (strncmp(line, "start ", 6) == 0) puts("ready");
        if (sscanf(line, "turn %127s %c - - %*d %d", fen, &side, &number) != 3) continue;
        for (char *letter = fen; *letter; ++letter) /* a FEN: a digit is so many empty points */
            if (isdigit(*letter)) for (int i = '0'; i < *letter; ++i) board[count++] = '.';
            else if (*letter != '/') board[count++] = *letter;
        best(board, side == 'w' ? 1 : -1, 3, number, &from, &to);
        printf("%c%d%c%d\n", 'a' + from % 9, 9 - from / 9, 'a' + to % 9, 9 - to / 9);
    }
}
