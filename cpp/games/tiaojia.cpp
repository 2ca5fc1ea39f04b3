#include "games/tiaojia.h"

#include "garlic/text.h"

namespace garlic {
namespace {

// Cells are numbered with a free column after each row, so that a step off the side lands on
// no cell; kNowhere stands for a place beyond the edge.
constexpr int kStride = Tiaojia::kSide + 1;
constexpr int kNowhere = 191;
constexpr int kDirections = 8;
constexpr int kDown[kDirections] = {-1, 1, 0, 0, -1, -1, 1, 1};
constexpr int kRight[kDirections] = {0, 0, -1, 1, -1, 1, -1, 1};
constexpr int kOpposite[kDirections] = {1, 0, 3, 2, 7, 6, 5, 4};
constexpr int kLineDirections[4] = {0, 2, 4, 5};  // one direction of each line through a cell

constexpr int place(int row, int column) {
    const bool inside = row >= 0 && row < Tiaojia::kSide && column >= 0 && column < Tiaojia::kSide;
    return inside ? row * kStride + column : kNowhere;
}

struct Around {
    std::uint8_t next[kDirections];
    std::uint8_t beyond[kDirections];
};

constexpr auto kAround = [] {
    std::array<Around, kStride * Tiaojia::kSide> table{};
    for (int row = 0; row < Tiaojia::kSide; ++row)
        for (int column = 0; column < Tiaojia::kSide; ++column)
            for (int d = 0; d < kDirections; ++d) {
                auto& around = table[static_cast<std::size_t>(place(row, column))];
                around.next[d] = static_cast<std::uint8_t>(place(row + kDown[d], column + kRight[d]));
                around.beyond[d] = static_cast<std::uint8_t>(place(row + 2 * kDown[d], column + 2 * kRight[d]));
            }
    return table;
}();

// The stones that can step in direction D onto one of `targets`.
template <int D>
Tiaojia::Cells steppers(const Tiaojia::Cells& stones, const Tiaojia::Cells& targets) {
    return stones & targets.shifted<-(kDown[D] * kStride + kRight[D])>();
}

template <class Visit>
void each_direction(const Tiaojia::Cells& stones, const Tiaojia::Cells& targets, Visit visit) {
    visit(0, steppers<0>(stones, targets));
    visit(1, steppers<1>(stones, targets));
    visit(2, steppers<2>(stones, targets));
    visit(3, steppers<3>(stones, targets));
    visit(4, steppers<4>(stones, targets));
    visit(5, steppers<5>(stones, targets));
    visit(6, steppers<6>(stones, targets));
    visit(7, steppers<7>(stones, targets));
}

}  // namespace

Tiaojia Tiaojia::parse(std::string_view text) {
    const auto fields = split(text, ' ');
    if (fields.size() != 3) throw ParseError("expected rows, side to move and plies");
    const auto rows = split(fields[0], '/');
    Tiaojia game;
    game.rows_ = static_cast<int>(rows.size());
    game.columns_ = static_cast<int>(rows[0].size());
    if (game.rows_ < 2 || game.rows_ > kSide || game.columns_ < 2 || game.columns_ > kSide)
        throw ParseError("expected 2 to 12 rows and columns");
    for (int row = 0; row < game.rows_; ++row) {
        const auto cells = rows[static_cast<std::size_t>(row)];
        if (static_cast<int>(cells.size()) != game.columns_) throw ParseError("rows differ in length");
        for (int column = 0; column < game.columns_; ++column) {
            const char stone = cells[static_cast<std::size_t>(column)];
            game.board_.set(place(row, column));
            if (stone == 'O') game.stones_[0].set(place(row, column));
            else if (stone == 'X') game.stones_[1].set(place(row, column));
            else if (stone != '.') throw ParseError("expected 'O', 'X' or '.'");
        }
    }
    if (fields[1] != "O" && fields[1] != "X") throw ParseError("expected the side to move, 'O' or 'X'");
    game.mover_ = fields[1] == "O" ? Side::kFirst : Side::kSecond;
    const auto ply = whole_number(fields[2], 0, kLastPly);
    if (!ply) throw ParseError("expected the plies played, 0 to 120");
    game.ply_ = *ply;
    return game;
}

std::string Tiaojia::str() const {
    std::string text;
    for (int row = 0; row < rows_; ++row) {
        if (row > 0) text += '/';
        for (int column = 0; column < columns_; ++column) {
            const int here = place(row, column);
            text += stones_[0].test(here) ? 'O' : stones_[1].test(here) ? 'X' : '.';
        }
    }
    return text + (mover_ == Side::kFirst ? " O " : " X ") + std::to_string(ply_);
}

Tiaojia::Move Tiaojia::parse_move(std::string_view text) const {
    const auto words = split(text, ' ');
    if (words.size() == 3) {
        const auto row = whole_number(words[0], 0, kSide - 1);
        const auto column = whole_number(words[1], 0, kSide - 1);
        const auto direction = whole_number(words[2], 0, kDirections - 1);
        if (row && column && direction)
            return {static_cast<std::uint8_t>(place(*row, *column)), static_cast<std::uint8_t>(*direction)};
    }
    throw ParseError("expected row, column and direction like '9 7 4'");
}

std::string Tiaojia::move_str(Move move) const {
    return std::to_string(move.from / kStride) + ' ' + std::to_string(move.from % kStride) + ' ' +
           std::to_string(move.direction);
}

void Tiaojia::legal_moves(MoveList<Tiaojia>& out) const {
    if (ply_ >= kLastPly) return;
    const Cells free = empty();
    stones(mover_).each([&](int from) {
        const auto& around = kAround[static_cast<std::size_t>(from)];
        for (int d = 0; d < kDirections; ++d)
            if (free.test(around.next[d]))
                out.push({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(d)});
    });
}

std::size_t Tiaojia::count_moves() const {
    if (ply_ >= kLastPly) return 0;
    int count = 0;
    each_direction(stones(mover_), empty(), [&](int, const Cells& movers) { count += movers.count(); });
    return static_cast<std::size_t>(count);
}

Tiaojia::Undo Tiaojia::make(Move move) {
    Cells& own = stones_[static_cast<std::size_t>(mover_)];
    Cells& enemy = stones_[static_cast<std::size_t>(other(mover_))];
    const int to = kAround[move.from].next[move.direction];
    own.reset(move.from);
    own.set(to);

    const auto& around = kAround[static_cast<std::size_t>(to)];
    Cells picked;
    for (const int d : kLineDirections) {
        const int ahead = around.next[d];
        const int behind = around.next[kOpposite[d]];
        if (enemy.test(ahead) && enemy.test(behind)) {
            picked.set(ahead);
            picked.set(behind);
        }
    }
    own |= picked;
    enemy = enemy.without(picked);

    Cells nipped;
    for (int d = 0; d < kDirections; ++d)
        if (enemy.test(around.next[d]) && own.test(around.beyond[d])) nipped.set(around.next[d]);
    own |= nipped;
    enemy = enemy.without(nipped);

    mover_ = other(mover_);
    ++ply_;
    return {picked | nipped};
}

void Tiaojia::undo(Move move, Undo undo) {
    mover_ = other(mover_);
    --ply_;
    Cells& own = stones_[static_cast<std::size_t>(mover_)];
    Cells& enemy = stones_[static_cast<std::size_t>(other(mover_))];
    own = own.without(undo.turned);
    enemy |= undo.turned;
    own.reset(kAround[move.from].next[move.direction]);
    own.set(move.from);
}

template std::uint64_t perft<Tiaojia>(Tiaojia&, int);

}  // namespace garlic
