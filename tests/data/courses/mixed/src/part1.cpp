#include <iostream>

#include "count.h"

int main() { std::cout << "pairs " << count_pairs(5) << '\n'; }
