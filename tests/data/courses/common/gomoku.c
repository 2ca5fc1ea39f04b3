#include <stdio.h>
#include <stdlib.h>

#include "board.h"

int main(void) {
    system("clear");
    place(7, 7);
    printf("move %d\n", board[7][7]);
    return 0;
}
