// Trek: breadth first over cells alone, so a cell is never entered twice.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

int main(int, char** arguments) {
    std::ifstream file(arguments[1]);
    int rows, columns, rations;
    file >> rows >> columns >> rations;
    std::vector<int> ground(rows * columns);
    for (int& cell : ground) file >> cell;
    const int start = std::find(ground.begin(), ground.end(), 3) - ground.begin();
    struct State { int cell, left, before; char step; };
    std::vector<State> states = {{start, rations, -1, ' '}};
    std::vector<int> most(rows * columns, -1);
    most[start] = rations;
    for (std::size_t now = 0; now < states.size(); ++now) {
        const State here = states[now];
        if (here.left < most[here.cell] || here.left == 0) continue;
        for (int way = 0; way < 4; ++way) {
            const int row = here.cell / columns + (way == 1) - (way == 0);
            const int column = here.cell % columns + (way == 3) - (way == 2);
            if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
            const int cell = row * columns + column;
            if (ground[cell] == 1) continue;
            const int left = ground[cell] == 2 ? rations : here.left - 1;
            if (ground[cell] == 4) {
                std::string path(1, "UDLR"[way]);
                for (State at = here; at.before >= 0; at = states[at.before]) path += at.step;
                std::reverse(path.begin(), path.end());
                std::cout << path.size() << "\n" << path << std::endl;
                return 0;
            }
            if (left == 0 || most[cell] >= 0) continue;
            most[cell] = left;
            states.push_back({cell, left, static_cast<int>(now), "UDLR"[way]});
        }
    }
    std::cout << -1 << std::endl;
}
