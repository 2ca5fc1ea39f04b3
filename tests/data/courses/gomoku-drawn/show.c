#include <stdio.h>
#include <stdlib.h>
#include "board.h"

/* 每个格点占两个字节 */
static const char *empty[3] = {"┌┬┐", "├┼┤", "└┴┘"};

void show(void) {
    int row, column;
    system("clear");
    for (row = 0; row < SIZE; row++) {
        const char *line = empty[row == 0 ? 0 : row == SIZE - 1 ? 2 : 1];
        printf("%2d", SIZE - row);
        for (column = 0; column < SIZE; column++) {
            int place = column == 0 ? 0 : column == SIZE - 1 ? 4 : 2;
            int is_last = row == last_row && column == last_column;
            if (board[row][column] == 1)
                printf("%s", is_last ? "▲" : "●");
            else if (board[row][column] == 2)
                printf("%s", is_last ? "△" : "○");
            else
                printf("%.2s", line + place);
        }
        printf("\n");
    }
    printf("  ");
    for (column = 0; column < SIZE; column++) printf("%c ", 'A' + column);
    printf("\n");
}
