// A bot for any game, over the line protocol: a random legal move. It asks for the legal moves with
// "ready legal", so it needs no rules. Read the position, and choose better.
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(1);  // the same games every time: that helps to find a mistake

std::string choose(const std::string& position, const std::vector<std::string>& moves) {
    (void)position;
    return moves[chance() % moves.size()];
}

int main() {
    std::vector<std::string> moves;
    for (std::string line; std::getline(std::cin, line) && !line.starts_with("end");) {
        if (line.starts_with("start ")) std::cout << "ready legal" << std::endl;  // endl flushes
        if (line.starts_with("legal ")) moves.push_back(line.substr(6));
        if (line.starts_with("turn ")) {
            std::cout << choose(line.substr(5), moves) << std::endl;
            moves.clear();
        }
    }
}
