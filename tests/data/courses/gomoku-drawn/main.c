#include <ctype.h>
#include <stdio.h>
#include "board.h"

int main(void) {
    int mode = 0, first = 0, colour = 1, number, key;
    char letter;
    printf("欢迎来到五子棋\n1. 双人对战\n2. 人机对战\n3. 退出\n请选择：");
    if (scanf("%d", &mode) != 1 || mode != 2) return 0;
    printf("请选择先后手：1、玩家先手  2、电脑先手\n");
    if (scanf("%d", &first) != 1) return 0;
    printf("按任意键继续...");
    getchar();
    key = getchar();
    if (key == EOF) return 0;
    last_row = last_column = SIZE / 2;
    show();
    for (;; colour = 3 - colour) {
        if ((colour == 1) == (first == 2)) {
            printf("电脑正在思考落子位置...\n");
            if (!choose(colour)) return 0;
        } else {
            for (;;) {
                printf("请输入落子坐标（如h8）：");
                if (scanf(" %c%d", &letter, &number) != 2) return 0;
                last_column = tolower((unsigned char)letter) - 'a';
                last_row = SIZE - number;
                if (last_row >= 0 && last_row < SIZE && last_column >= 0 && last_column < SIZE &&
                    !board[last_row][last_column])
                    break;
                printf("输入有误！\n");
            }
            board[last_row][last_column] = colour;
        }
        show();
    }
}
