// Trek: always a way of one step.
#include <iostream>

int main() { std::cout << "1\nR" << std::endl; }
