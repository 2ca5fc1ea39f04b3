// Tiaojia: gives up.
#include <iostream>
#include <string>
#include <cstdlib>

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.starts_with("START")) std::cout << "OK" << std::endl;
        if (line.starts_with("TURN")) std::abort();
    }
}
