#include "board.h"

void place(int row, int column) { board[row][column] = ++moves; }
