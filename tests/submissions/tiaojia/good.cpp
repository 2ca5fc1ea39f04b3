// Tiaojia in the course's protocol: three moves ahead, and always towards the enemy.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

constexpr int kWidth = 14;
// By direction code: up, down, left, right, up-left, up-right, down-left, down-right.
constexpr std::array<int, 8> kSteps = {-kWidth,     kWidth,      -1,         1,
                                       -kWidth - 1, -kWidth + 1, kWidth - 1, kWidth + 1};

constexpr char other(char stone) { return stone == 'O' ? 'X' : 'O'; }

struct Move {
    int from = 0, direction = 0, value = -100000;
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

constexpr int kDepth = 3;

// Steps from a point to all enemies together.
int distance(const std::string& board, int point, char enemy) {
    int sum = 0;
    for (int at = 0; at < static_cast<int>(board.size()); ++at)
        if (board[at] == enemy)
            sum += std::max(std::abs(at / kWidth - point / kWidth),
                            std::abs(at % kWidth - point % kWidth));
    return sum;
}

// The best move of *own*, by stones turned less stones lost in the next *depth* - 1 moves.
Move best(const std::string& board, char own, int depth) {
    Move found;
    for (int from = 0; from < static_cast<int>(board.size()); ++from) {
        if (board[from] != own) continue;
        for (int direction = 0; direction < 8; ++direction) {
            if (board[from + kSteps[direction]] != '.') continue;
            std::string after = board;
            int value = 1000 * play(after, from, direction);
            if (depth == kDepth) value -= distance(after, from + kSteps[direction], other(own));
            if (depth > 1) value -= best(after, other(own), depth - 1).value;
            if (value > found.value) found = {from, direction, value};
        }
    }
    return found;
}

std::string first_board() {
    std::string board(kWidth + 1, '#');
    for (const char* row : {"............", "............", "..XXX....O..", ".........O..", "............",
                            "...OOO......", "......XXX...", "............", "..X.........",
                            "..X....OOO..", "............", "............"})
        board += std::string(row) + "##";
    return board + std::string(kWidth, '#');
}

int main() {
    std::string board, word;
    char own = 'O';
    while (std::cin >> word && word != "END") {
        int row = 0, column = 0, direction = 0, side = 0;
        if (word == "START") {
            std::cin >> side;
            own = side == 1 ? 'O' : 'X';
            board = first_board();
            std::cout << "OK" << std::endl;
        } else if (word == "PLACE") {
            std::cin >> row >> column >> direction;
            play(board, (row + 1) * kWidth + column + 1, direction);
        } else if (word == "TURN") {
            const Move move = best(board, own, kDepth);
            play(board, move.from, move.direction);
            std::cout << move.from / kWidth - 1 << ' ' << move.from % kWidth - 1 << ' '
                      << move.direction << std::endl;
        }
    }
}
