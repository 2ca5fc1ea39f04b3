// Xiangqi: does not compile.
#include <iostream>

int main() { std::cout << "K (4,0) (4,1)" << std::endl }
