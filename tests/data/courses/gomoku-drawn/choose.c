#include "board.h"

/* 贴着对方最后一子落子，没有空位就找第一个空位 */
int choose(int colour) {
    int row, column;
    for (row = last_row - 1; row <= last_row + 1; row++)
        for (column = last_column - 1; column <= last_column + 1; column++)
            if (row >= 0 && row < SIZE && column >= 0 && column < SIZE && !board[row][column])
                goto found;
    for (row = 0; row < SIZE; row++)
        for (column = 0; column < SIZE; column++)
            if (!board[row][column]) goto found;
    return 0;
found:
    board[row][column] = colour;
    last_row = row;
    last_column = column;
    return 1;
}
