/* Gomoku against the computer, as it is written for people: it asks, shows a board, and waits.
 *
 *     garlic match gomoku 'console:gomoku.c?talk=gomoku.toml' random:gomoku --rule freestyle
 *
 * gomoku.toml says how it talks. Nothing here knows that a judge may be typing.
 */
#include <stdio.h>

#define SIZE 15

static int board[SIZE][SIZE]; /* row from the top, column: 0 empty, 1 black, 2 white */

static void show(void) {
    printf("\n   ");
    for (int column = 0; column < SIZE; column++) printf(" %c", 'A' + column);
    for (int row = 0; row < SIZE; row++) {
        printf("\n%2d ", SIZE - row);
        for (int column = 0; column < SIZE; column++) {
            static const char *signs[] = {" .", "\033[1;34m X\033[0m", "\033[1;31m O\033[0m"};
            printf("%s", signs[board[row][column]]);
        }
    }
    printf("\n");
}

/* How many stones of one colour would stand in the longest row through this point. */
static int longest(int row, int column, int colour) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int best = 0;
    for (int d = 0; d < 4; d++) {
        int count = 1;
        for (int sign = -1; sign <= 1; sign += 2)
            for (int n = 1; n < 5; n++) {
                int r = row + sign * n * steps[d][0], c = column + sign * n * steps[d][1];
                if (r < 0 || c < 0 || r >= SIZE || c >= SIZE || board[r][c] != colour) break;
                count++;
            }
        if (count > best) best = count;
    }
    return best;
}

static int distance(int row, int column) {
    int down = row - SIZE / 2, right = column - SIZE / 2;
    return down * down + right * right;
}

/* Extends its own longest row, or blocks a longer one; near the middle where all is equal. */
static void choose(int colour, int *best_row, int *best_column) {
    int best = -1000000;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            if (board[row][column]) continue;
            int own = longest(row, column, colour), other = longest(row, column, 3 - colour);
            int worth = 1000 * (own > other ? 2 * own + 1 : 2 * other) - distance(row, column);
            if (own >= 5) worth += 100000;
            if (worth > best) best = worth, *best_row = row, *best_column = column;
        }
}

int main(void) {
    char answer = 0, letter;
    int number, row = 0, column = 0, turn = 1, won = 0;
    printf("Welcome to Gomoku!\nDo you want to play black? (y/n) ");
    if (scanf(" %c", &answer) != 1) return 1;
    int computer = answer == 'y' ? 2 : 1;
    for (int stones = 0; stones < SIZE * SIZE && !won; stones++, turn = 3 - turn) {
        show();
        if (turn == computer) {
            choose(turn, &row, &column);
            printf("The computer plays %c%d.\n", 'A' + column, SIZE - row);
        } else {
            do {
                printf("Your move: ");
                if (scanf(" %c%d", &letter, &number) != 2) return 1;
                row = SIZE - number, column = letter - (letter >= 'a' ? 'a' : 'A');
            } while (row < 0 || column < 0 || row >= SIZE || column >= SIZE || board[row][column]);
        }
        board[row][column] = turn;
        won = longest(row, column, turn) >= 5;
    }
    show();
    printf(!won ? "A draw.\n" : turn != computer ? "I win!\n" : "You win!\n");
    return 0;
}
