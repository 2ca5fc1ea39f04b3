// Xiangqi: counts rows from the top, so its piece is never where it says.
#include <iostream>
#include <string>

int main() {
    std::string board;
    for (std::string row; board.size() < 90 && std::cin >> row;) board += row;
    const auto king = board.rfind('K');
    std::cout << "K (" << king % 9 << "," << king / 9 << ") (4," << king / 9 << ")" << std::endl;
}
