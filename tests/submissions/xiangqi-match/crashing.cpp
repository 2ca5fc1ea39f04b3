// Xiangqi: reads beyond the end of everything.
#include <iostream>
#include <string>

int main() {
    std::string board;
    for (std::string row; board.size() < 90 && std::cin >> row;) board += row;
    const volatile char* place = board.data();
    for (;;) {
        place += 1 << 20;
        if (*place == 'K') std::cout << "here" << std::endl;
    }
}
