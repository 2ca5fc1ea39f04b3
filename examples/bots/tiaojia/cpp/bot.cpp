// Tiaojia in C++, over the line protocol. Two moves ahead: turn many stones, and leave few to be
// turned in reply. The board is one string with a frame around it, so that no step leaves it.
#include <array>
#include <iostream>
#include <sstream>
#include <string>

constexpr int kWidth = 14;
// By direction code: up, down, left, right, up-left, up-right, down-left, down-right.
constexpr std::array<int, 8> kSteps = {-kWidth,     kWidth,      -1,         1,
                                       -kWidth - 1, -kWidth + 1, kWidth - 1, kWidth + 1};

constexpr char other(char stone) { return stone == 'O' ? 'X' : 'O'; }

struct Move {
    int from = 0, direction = 0, value = -100;
};

// Moves the stone on *from* and returns how many enemies turned.
int play(std::string& board, int from, int direction) {
    const char own = board[from], enemy = other(own);
    const int to = from + kSteps[direction];
    int turned = 0;
    board[from] = '.';
    board[to] = own;
    for (const int step : kSteps)  // a pick: both neighbours on a line
        if (step < 0 && board[to + step] == enemy && board[to - step] == enemy) {
            board[to + step] = board[to - step] = own;
            turned += 2;
        }
    for (const int step : kSteps)  // a nip: between this stone and another of ours
        if (board[to + step] == enemy && board[to + 2 * step] == own) {
            board[to + step] = own;
            turned += 1;
        }
    return turned;
}

// The best move of *own*, by stones turned less stones lost in the next *depth* - 1 moves.
Move best(const std::string& board, char own, int depth) {
    Move found;
    for (int from = 0; from < static_cast<int>(board.size()); ++from) {
        if (board[from] != own) continue;
        for (int direction = 0; direction < 8; ++direction) {
            if (board[from + kSteps[direction]] != '.') continue;
            std::string after = board;
            int value = play(after, from, direction);
            if (depth > 1) value -= best(after, other(own), depth - 1).value;
            if (value > found.value) found = {from, direction, value};
        }
    }
    return found;
}

// "ROWS SIDE PLY": "..XXX....O../.../... O 0"
std::string choose(std::istringstream position) {
    std::string turn, rows, side, board(kWidth + 1, '#');
    position >> turn >> rows >> side;
    std::istringstream text(rows);
    for (std::string row; std::getline(text, row, '/');) {
        row.resize(kWidth, '#');
        board += row;
    }
    board.append(kWidth, '#');
    const Move move = best(board, side[0], 2);
    std::ostringstream answer;
    answer << move.from / kWidth - 1 << ' ' << move.from % kWidth - 1 << ' ' << move.direction;
    return answer.str();
}

int main() {
    for (std::string line; std::getline(std::cin, line) && !line.starts_with("end");) {
        if (line.starts_with("start ")) std::cout << "ready" << std::endl;  // endl flushes
        if (line.starts_with("turn ")) std::cout << choose(std::istringstream(line)) << std::endl;
    }
}
