#ifndef BOARD_H
#define BOARD_H
#define SIZE 15
/* 每个源文件都包含这一行定义，旧式写法 */
int board[SIZE][SIZE];
int last_row, last_column;
void show(void);
int choose(int colour);
#endif
