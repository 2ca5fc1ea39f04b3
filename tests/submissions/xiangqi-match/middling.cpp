// Xiangqi in the lab's form: two plies ahead.
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>

constexpr int kKing = 10000, kWorths[] = {kKing, 900, 450, 400, 200, 200, 100, 0};

struct Move { int from = 0, to = 0, value = -2 * kKing; };

char kind_of(char piece) { return static_cast<char>(std::tolower(piece)); }
std::string name(int point) { return {char('a' + point % 9), char('9' - point / 9)}; }
int worth(char piece) { return kWorths[std::string("krcnbap.").find(kind_of(piece))]; }
int side_of(char piece) { return piece == '.' ? 0 : std::isupper(piece) ? 1 : -1; }

// How many pieces stand between two points of a file or rank.
int between(const std::string& board, int from, int to) {
    int step = from / 9 == to / 9 ? 1 : 9, point = std::min(from, to), count = 0;
    while ((point += step) < std::max(from, to)) count += board[point] != '.';
    return count;
}

// May the piece on *from* go to *to*, never mind what becomes of its king?
bool can_go(const std::string& board, int from, int to) {
    const int side = side_of(board[from]), down = to / 9 - from / 9, right = to % 9 - from % 9;
    const int rows = std::abs(down), columns = std::abs(right), steps = rows + columns;
    const int rank = side > 0 ? 9 - to / 9 : to / 9;  // of the target, from the own back rank
    const bool in_palace = rank <= 2 && std::abs(to % 9 - 4) <= 1;
    const bool is_free = board[from + down / 2 * 9 + right / 2] == '.';  // an eye, or a leg
    const int jumped = rows * columns == 0 ? between(board, from, to) : -1;
    if (side_of(board[to]) == side) return false;
    switch (kind_of(board[from])) {
        case 'r': return jumped == 0;
        case 'c': return jumped == (board[to] != '.');
        case 'n': return rows * columns == 2 && is_free;
        case 'b': return rows == 2 && columns == 2 && rank <= 4 && is_free;
        case 'a': return rows == 1 && columns == 1 && in_palace;
        case 'p': return steps == 1 && (down == -side || (down == 0 && rank >= 5));
        default:  // the king; it "takes" the other one along an open file
            return right == 0 && kind_of(board[to]) == 'k' ? jumped == 0 : steps == 1 && in_palace;
    }
}

// The best move by alpha-beta: what it takes, less the best reply; taking the king ends it. A king
// that is taken later costs a little less, so that the quickest mate is chosen.
Move best(const std::string& board, int side, int depth, int alpha, int beta) {
    Move found{0, 0, alpha};
    bool moved = false;
    for (const bool capture : {true, false})
        for (int from = 0; from < 90; ++from)
            for (int to = 0; to < 90 && side_of(board[from]) == side; ++to) {
                if ((board[to] != '.') != capture || !can_go(board, from, to)) continue;
                const int taken = worth(board[to]);
                int value = taken == kKing ? kKing + 100 * depth : taken;
                if (depth > 1 && taken != kKing) {
                    std::string after = board;
                    after[to] = board[from];
                    after[from] = '.';
                    value -= best(after, -side, depth - 1, value - beta, value - found.value).value;
                }
                if (!moved || value > found.value) {
                    if (value > found.value || !moved) found = {from, to, std::max(value, found.value)};
                    moved = true;
                }
                if (found.value >= beta) return found;
            }
    return found;
}

int main() {
    std::string board;
    for (std::string row; board.size() < 90 && std::cin >> row;) board += row;
    const Move move = best(board, 1, 2, -1000000, 1000000);
    std::cout << board[move.from] << " (" << move.from % 9 << "," << 9 - move.from / 9 << ") ("
              << move.to % 9 << "," << 9 - move.to / 9 << ")" << std::endl;
}
