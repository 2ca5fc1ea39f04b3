// Othello in C++, in the course's form. One move ahead: take what is worth most, like corners,
// shun the cells beside them. Your discs are 'O', theirs 'o'; X is the row, Y the column.
#include "../include/playerbase.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace {

typedef std::pair<int, int> Cell;

std::vector<std::vector<int>> worth;  // of every cell: a disc hides it later

char at(const Player &player, int row, int column) {
    const bool inside =
        row >= 0 && row < player.row_cnt && column >= 0 && column < player.col_cnt;
    return inside ? player.mat[row][column] : '#';
}

// The discs that a disc here would flip.
std::vector<Cell> flips(const Player &player, int row, int column) {
    std::vector<Cell> found;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right) {
            std::vector<Cell> run;
            int r = row + down, c = column + right;
            for (; at(player, r, c) == 'o'; r += down, c += right) run.push_back(Cell(r, c));
            if (at(player, r, c) == 'O') found.insert(found.end(), run.begin(), run.end());
        }
    return found;
}

// Corners cannot be flipped back; the cells beside them give them away.
int place_value(const Player &player, int row, int column) {
    const int edge_row = std::min(row, player.row_cnt - 1 - row);
    const int edge_column = std::min(column, player.col_cnt - 1 - column);
    if (edge_row == 0 && edge_column == 0) return 100;
    return edge_row <= 1 && edge_column <= 1 ? -40 : 0;
}

}  // namespace

void init(Player *player) {
    worth.assign(player->row_cnt, std::vector<int>(player->col_cnt, 0));
    for (int row = 0; row < player->row_cnt; ++row)
        for (int column = 0; column < player->col_cnt; ++column) {
            const char cell = player->mat[row][column];
            if (cell >= '1' && cell <= '9') worth[row][column] = cell - '0';
        }
}

Point place(Player *player) {
    Point best = initPoint(-1, -1);  // a pass, if nothing flips
    int best_value = -1000;
    for (int row = 0; row < player->row_cnt; ++row)
        for (int column = 0; column < player->col_cnt; ++column) {
            const char cell = at(*player, row, column);
            if (cell == 'O' || cell == 'o') continue;
            const std::vector<Cell> flipped = flips(*player, row, column);
            if (flipped.empty()) continue;
            int value = worth[row][column] + place_value(*player, row, column);
            for (const Cell &disc : flipped) value += 2 * worth[disc.first][disc.second];
            if (value > best_value) {
                best_value = value;
                best = initPoint(row, column);
            }
        }
    return best;
}
