#include "games/stars/tables/maze_tables.h"

#include <algorithm>

namespace garlic::stars {

MazeTables::MazeTables(const Maze& maze, const State& start)
    : rounds_(maze.cells()),
      from_hunters_(maze, true),
      from_wanderers_(maze, false),
      chase_(maze),
      retreat_(maze, kRetreat, &from_hunters_),
      calm_retreat_(maze, kRetreat, &from_wanderers_),
      pursuit_(maze),
      near_(static_cast<std::size_t>(maze.cells()) * kNear),
      near_size_(static_cast<std::size_t>(maze.cells())),
      inside_(static_cast<std::size_t>(maze.cells())) {
    find_near(maze);
    find_dead_ends(maze);
    for (std::size_t number = 0; number < 2; ++number) reached_by_[number] = maze.reachable(maze.birth(number));
    for (int number = 0; number < maze.cells(); ++number) {
        const auto cell = static_cast<Cell>(number);
        if (start.has_star(cell)) stars_.push_back(cell);
    }
}

void MazeTables::find_near(const Maze& maze) {
    std::vector<int> seen(static_cast<std::size_t>(maze.cells()), -1);
    std::vector<Cell> queue;
    for (int source = 0; source < maze.cells(); ++source) {
        if (!maze.open(static_cast<Cell>(source))) continue;
        queue.assign(1, static_cast<Cell>(source));
        seen[static_cast<std::size_t>(source)] = source;
        for (std::size_t next = 0; next < queue.size() && queue.size() <= kNear; ++next)
            for (const Cell there : maze.around(queue[next]))
                if (seen[there] != source) {
                    seen[there] = source;
                    queue.push_back(there);
                }
        const auto size = std::min<std::size_t>(queue.size() - 1, kNear);
        near_size_[static_cast<std::size_t>(source)] = static_cast<std::uint8_t>(size);
        std::copy_n(queue.begin() + 1, size, near_.begin() + source * kNear);
    }
}

// Removes, layer by layer, the cells with at most one way on. The mouth of a dead end is removed last, so depth is
// counted from there inwards.
void MazeTables::find_dead_ends(const Maze& maze) {
    const auto cells = static_cast<std::size_t>(maze.cells());
    std::vector<std::size_t> ways(cells);
    std::vector<Cell> peeled;
    std::vector<bool> gone(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        ways[cell] = maze.around(static_cast<Cell>(cell)).size();
        if (maze.open(static_cast<Cell>(cell)) && ways[cell] <= 1) {
            peeled.push_back(static_cast<Cell>(cell));
            gone[cell] = true;
        }
    }
    for (std::size_t next = 0; next < peeled.size(); ++next)
        for (const Cell there : maze.around(peeled[next]))
            if (!gone[there] && --ways[there] <= 1) {
                gone[there] = true;
                peeled.push_back(there);
            }
    for (auto cell = peeled.rbegin(); cell != peeled.rend(); ++cell) {
        int nearest_mouth = 0;
        for (const Cell there : maze.around(*cell)) nearest_mouth = std::max<int>(nearest_mouth, inside_[there]);
        inside_[*cell] = static_cast<std::uint8_t>(std::min(nearest_mouth + 1, 255));
    }
}

}  // namespace garlic::stars
