// Highway: runs out of its own memory.
#include <vector>

int main(int, char** arguments) {
    std::vector<int> states;
    return states.at(arguments[1][0]);
}
