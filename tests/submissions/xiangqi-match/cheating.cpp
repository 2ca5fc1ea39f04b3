// Xiangqi: asks another program for the move.
#include <cstdlib>
#include <iostream>
#include <string>

int main() {
    std::string board;
    for (std::string row; board.size() < 90 && std::cin >> row;) board += row;
    return std::system("pikafish < input.txt");
}
