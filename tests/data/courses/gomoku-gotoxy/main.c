/* For the console of Windows, in which ● and ┼ take two columns. */
#include <conio.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#define SIZE 15

static int board[SIZE][SIZE];

static void gotoxy(int x, int y) {
    COORD place;
    place.X = x;
    place.Y = y;
    SetConsoleCursorPosition(GetStdHandle(STD_OUTPUT_HANDLE), place);
}

static void put(int row, int column, const char *stone) {
    board[row][column] = 1;
    gotoxy(2 * column, row);
    printf("%s", stone);
    Sleep(200);
}

static void reply(const char *stone) {
    int place;
    for (place = 0; board[place / SIZE][place * 2 % SIZE]; place++) {}
    put(place / SIZE, place * 2 % SIZE, stone);
}

void main() {
    int row, column, computer_first;
    char key;
    system("title 五子棋");
    printf("1.人机对战\n2.双人对战\n请选择：");
    key = getch();
    if (key != '1') exit(1);
    system("cls");
    printf("谁先手？1.玩家先手 2.电脑先手\n请选择：");
    key = getch();
    computer_first = key == '2';
    system("cls");
    for (row = 0; row < SIZE; row++) {
        for (column = 0; column < SIZE; column++) printf("┼");
        printf("\n");
    }
    if (computer_first) reply("●");
    for (;;) {
        gotoxy(0, SIZE + 2);
        printf("请输入行和列：                    ");
        gotoxy(14, SIZE + 2);
        if (scanf_s("%d%d", &row, &column) != 2) exit(0);
        put(row - 1, column - 1, computer_first ? "○" : "●");
        reply(computer_first ? "●" : "○");
    }
}
