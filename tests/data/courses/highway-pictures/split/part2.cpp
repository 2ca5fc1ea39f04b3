// Prints the second total of the test's country, and writes the picture back.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

int main() {
    const std::string name = "pic/test2.png";
    std::ifstream file(name, std::ios::binary);
    const std::string picture{std::istreambuf_iterator<char>(file), {}};
    if (picture.compare(1, 3, "PNG") != 0) return 1;
    std::cout << 448402 << std::endl;
    std::ofstream(name, std::ios::binary) << picture;
}
