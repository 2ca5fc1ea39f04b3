// Tiaojia: moves a stone that is not there.
#include <iostream>
#include <string>

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.starts_with("START")) std::cout << "OK" << std::endl;
        if (line.starts_with("TURN")) std::cout << "0 0 1" << std::endl;
    }
}
