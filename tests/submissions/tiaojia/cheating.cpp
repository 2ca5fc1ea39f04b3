// Tiaojia: tries to start a second process to think with.
#include <iostream>
#include <string>
#include <unistd.h>

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.starts_with("START")) std::cout << "OK" << std::endl;
        if (line.starts_with("TURN")) std::cout << (fork() ? "9 7 0" : "9 7 4") << std::endl;
    }
}
