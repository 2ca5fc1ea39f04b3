// Gomoku and Renju in C++, over the line protocol. Every five crossings in a row that one side
// alone has stones on are worth something to take, and to deny.
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using Board = std::vector<std::string>;  // rows from the top: '.', 'x' black, 'o' white
constexpr int kLines[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
// What a stone in such a row is worth, by the stones already there: ours, and theirs.
constexpr long kOurs[] = {1, 10, 100, 1000, 1000000}, kTheirs[] = {0, 5, 50, 500, 100000};

char at(const Board& board, int row, int column) {
    const int size = static_cast<int>(board.size());
    const bool inside = row >= 0 && row < size && column >= 0 && column < size;
    return inside ? board[row][column] : '#';
}

long value(const Board& board, int row, int column, char own) {
    long sum = 0;
    for (const auto& [down, right] : kLines)
        for (int first = -4; first <= 0; ++first) {
            std::string five;
            for (int i = first; i < first + 5; ++i)
                five += at(board, row + i * down, column + i * right);
            const auto outside = std::ranges::count(five, '#');
            const auto ours = std::ranges::count(five, own);
            const auto theirs = 5 - ours - outside - std::ranges::count(five, '.');
            if (outside == 0) sum += theirs == 0 ? kOurs[ours] : ours == 0 ? kTheirs[theirs] : 0;
        }
    return sum;
}

// Might Renju forbid black to play here? Says yes too often: to be sure is much longer.
bool is_risky(const Board& board, int row, int column) {
    int risk = 0;
    for (const auto& [down, right] : kLines) {
        int near = 1, unbroken = 1;  // black stones within four steps; in one row with this one
        for (const int way : {-1, 1})
            for (int i = 1, joined = 1; i <= 4; ++i) {
                const char stone = at(board, row + way * i * down, column + way * i * right);
                if (stone == 'o' || stone == '#') break;
                joined = joined && stone == 'x';
                unbroken += joined;
                near += stone == 'x';
            }
        if (unbroken == 5) return false;  // it wins
        risk += near >= 5 ? 2 : near >= 3 ? 1 : 0;
    }
    return risk > 1;
}

// "RULE ROWS SIDE PASSES": "renju .../.x./... w 0"
std::string choose(std::istringstream position) {
    std::string turn, rule, rows, side, best = "pass";
    position >> turn >> rule >> rows >> side;
    std::istringstream text(rows);
    Board board;
    for (std::string row; std::getline(text, row, '/');) board.push_back(row);
    const char own = side == "b" ? 'x' : 'o';
    long best_value = -1;
    for (int row = 0; row < static_cast<int>(board.size()); ++row)
        for (int column = 0; column < static_cast<int>(board.size()); ++column) {
            const long found = value(board, row, column, own);
            if (at(board, row, column) != '.' || found <= best_value) continue;
            if (own == 'x' && rule == "renju" && is_risky(board, row, column)) continue;
            best_value = found;
            best = static_cast<char>('a' + column) + std::to_string(board.size() - row);
        }
    return best;
}

int main() {
    for (std::string line; std::getline(std::cin, line) && !line.starts_with("end");) {
        if (line.starts_with("start ")) std::cout << "ready" << std::endl;  // endl flushes
        if (line.starts_with("turn ")) std::cout << choose(std::istringstream(line)) << std::endl;
    }
}
