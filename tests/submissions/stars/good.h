// Stars in C++, in the course's form. Walk to the nearest star, not through danger; while strong,
// destroyers are prey. X is the row, Y the column.
#include "../include/playerbase.h"

#include <algorithm>
#include <map>
#include <queue>
#include <utility>
#include <vector>

namespace {

typedef std::pair<int, int> Cell;

bool is_open(const Player &player, Cell cell) {
    return cell.first >= 0 && cell.first < player.row_cnt && cell.second >= 0 &&
           cell.second < player.col_cnt && player.mat[cell.first][cell.second] != '#';
}

std::vector<Cell> neighbours(const Player &player, Cell cell) {
    const Cell all[] = {Cell(cell.first - 1, cell.second), Cell(cell.first + 1, cell.second),
                        Cell(cell.first, cell.second - 1), Cell(cell.first, cell.second + 1)};
    std::vector<Cell> open;
    for (const Cell &next : all)
        if (is_open(player, next)) open.push_back(next);
    return open;
}

std::vector<Cell> destroyers(const Player &player) {
    return {Cell(player.ghost_posx[0], player.ghost_posy[0]),
            Cell(player.ghost_posx[1], player.ghost_posy[1])};
}

// Steps to the nearest of those who could rob us; a large number if nobody can.
int distance_to_danger(const Player &player, Cell cell) {
    if (player.your_status > 1) return 1000;
    std::vector<Cell> enemies = destroyers(player);
    if (player.opponent_status > 0)
        enemies.push_back(Cell(player.opponent_posx, player.opponent_posy));
    int nearest = 1000;
    for (const Cell &enemy : enemies)
        nearest = std::min(
            nearest, std::abs(enemy.first - cell.first) + std::abs(enemy.second - cell.second));
    return nearest;
}

bool is_prize(const Player &player, Cell cell) {
    for (const Cell &destroyer : destroyers(player))
        if (player.your_status > 1 && destroyer == cell) return true;
    const char there = player.mat[cell.first][cell.second];
    return there == 'o' || there == 'O';
}

}  // namespace

void init(Player *) {}

// Breadth first from our own cell: the first prize met is the nearest.
Point walk(Player *player) {
    const Cell home(player->your_posx, player->your_posy);
    std::map<Cell, Cell> first_step = {{home, home}};  // that leads to a cell
    std::queue<Cell> waiting({home});
    for (; !waiting.empty(); waiting.pop()) {
        const Cell cell = waiting.front(), step = first_step[cell];
        if (is_prize(*player, cell)) return initPoint(step.first, step.second);
        for (const Cell &next : neighbours(*player, cell)) {
            if (first_step.count(next) || distance_to_danger(*player, next) <= 1) continue;
            first_step[next] = cell == home ? next : step;
            waiting.push(next);
        }
    }
    Cell best = home;  // no prize in reach: keep away from danger
    for (const Cell &next : neighbours(*player, home))
        if (distance_to_danger(*player, next) > distance_to_danger(*player, best)) best = next;
    return initPoint(best.first, best.second);
}
