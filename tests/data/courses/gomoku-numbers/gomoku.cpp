// Numbers for rows and columns, no board drawn: it says its moves in words.
#include <iostream>

int taken[15][15];

int main() {
    std::string answer;
    int row, column;
    std::cout << "Do you want to move first? (y/n) ";
    std::cin >> answer;
    bool mine = answer != "y";
    while (true) {
        if (mine) {
            for (row = 0; row < 15; row++) {
                for (column = 0; column < 15 && taken[row][column]; column++) {}
                if (column < 15) break;
            }
            std::cout << "Computer plays row " << row << ", column " << column << std::endl;
        } else {
            std::cout << "Enter row and column (0-14): ";
            if (!(std::cin >> row >> column)) return 0;
            if (row < 0 || row > 14 || column < 0 || column > 14 || taken[row][column]) {
                std::cout << "Invalid move, try again" << std::endl;
                continue;
            }
        }
        taken[row][column] = 1;
        mine = !mine;
    }
}
