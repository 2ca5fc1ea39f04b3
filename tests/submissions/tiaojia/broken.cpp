// Tiaojia: does not compile.
#include <iostream>
#include <string>

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.starts_with("START")) std::cout << "OK" << std::endl;
        if (line.starts_with("TURN")) std::cout << nothing << std::endl;
    }
}
