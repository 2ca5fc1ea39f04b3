#include <Windows.h>
#include <conio.h>
#include <stdio.h>
#include <stdlib.h>

static void go_to(int x, int y) {
    COORD place = {(SHORT)x, (SHORT)y};
    SetConsoleCursorPosition(GetStdHandle(STD_OUTPUT_HANDLE), place);
}

int main(void) {
    system("color 0A");
    system("cls");
    SetConsoleTextAttribute(GetStdHandle(STD_OUTPUT_HANDLE), FOREGROUND_RED);
    go_to(3, 4);
    Sleep(60000);
    printf("key %c\n", _getch());
    printf("larger %d\n", max(3, 4));
    system("pause");
    return 0;
}
