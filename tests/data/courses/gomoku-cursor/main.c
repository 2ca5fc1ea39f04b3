/* Draws the board once, then moves the cursor to single cells. */
#include <stdio.h>
#include <stdlib.h>

#define SIZE 15

static int board[SIZE][SIZE];

static void put(int row, int column, char stone) {
    board[row][column] = 1;
    printf("\033[%d;%dH%c", row + 3, 2 * column + 4, stone);
}

static void reply(char stone) {
    int place;
    for (place = 0; board[place / SIZE][place * 2 % SIZE]; place++) {}
    put(place / SIZE, place * 2 % SIZE, stone);
}

int main(void) {
    int first, row, column;
    printf("\033[2J\033[H1) you play first  2) the computer plays first: ");
    if (scanf("%d", &first) != 1) return 1;
    printf("\033[2J\033[1;1HGomoku\n  ");
    for (column = 1; column <= SIZE; column++) printf(" %d", column % 10);
    for (row = 0; row < SIZE; row++) {
        printf("\033[%d;1H%2d", row + 3, row + 1);
        for (column = 0; column < SIZE; column++) printf(" .");
    }
    if (first == 2) reply('X');
    for (;;) {
        printf("\033[20;1H\033[KYour move, row and column: ");
        if (scanf("%d %d", &row, &column) != 2) return 0;
        put(row - 1, column - 1, first == 2 ? 'O' : 'X');
        reply(first == 2 ? 'X' : 'O');
    }
}
