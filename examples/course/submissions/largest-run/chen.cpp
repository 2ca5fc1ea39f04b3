// Fast, but accepts an empty run: wrong if all numbers are negative.
#include <algorithm>
#include <iostream>

int main() {
    long ending_here = 0, best = 0;
    for (long number; std::cin >> number;) {
        ending_here = std::max(0L, ending_here + number);
        best = std::max(best, ending_here);
    }
    std::cout << best << '\n';
}
