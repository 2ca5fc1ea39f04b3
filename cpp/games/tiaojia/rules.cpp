#include "games/tiaojia/rules.h"

#include <array>
#include <bit>
#include <utility>

#include "garlic/text.h"

namespace garlic::tiaojia {
namespace {

using Cells = Position::Cells;

constexpr int kStride = Position::kStride;
constexpr int kNowhere = Position::kNowhere;
constexpr int kDirections = Position::kDirections;
constexpr int kPlaces = kStride * Position::kSide;
constexpr int kDown[kDirections] = {-1, 1, 0, 0, -1, -1, 1, 1};
constexpr int kRight[kDirections] = {0, 0, -1, 1, -1, 1, -1, 1};
constexpr int kOpposite[kDirections] = {1, 0, 3, 2, 7, 6, 5, 4};

constexpr int place_of(int row, int column) {
    const bool inside = row >= 0 && row < Position::kSide && column >= 0 && column < Position::kSide;
    return inside ? row * kStride + column : kNowhere;
}

// The neighbour of each cell by direction.
constexpr auto kNext = [] {
    std::array<std::array<std::uint8_t, kDirections>, kPlaces> table{};
    for (auto& next : table) next.fill(kNowhere);
    for (int row = 0; row < Position::kSide; ++row)
        for (int column = 0; column < Position::kSide; ++column)
            for (std::size_t d = 0; d < kDirections; ++d)
                table[static_cast<std::size_t>(place_of(row, column))][d] =
                    static_cast<std::uint8_t>(place_of(row + kDown[d], column + kRight[d]));
    return table;
}();

// Extracts the columns at `places` out of five neighbouring ones as the lowest bits.
template <std::size_t kCount>
constexpr auto picked(const int (&places)[kCount]) {
    std::array<std::uint8_t, 32> table{};
    for (unsigned five = 0; five < 32; ++five)
        for (std::size_t bit = 0; bit < kCount; ++bit)
            table[five] = static_cast<std::uint8_t>(table[five] | (five >> places[bit] & 1) << bit);
    return table;
}

// Five columns of a row with the column of `cell` in the middle; 0 beyond the edges.
unsigned five_columns(const Cells& cells, int cell, int down) {
    const auto row = static_cast<unsigned>(cell / kStride + down);
    if (row >= Position::kSide) return 0;
    const std::uint64_t columns = cells.part(static_cast<int>(row / 4)) >> (row % 4 * kStride) & 0xFFFF;
    return static_cast<unsigned>(columns << 2 >> (cell % kStride)) & 31;
}

// Which of the eight neighbours of a cell are in a set, row by row: the opposite of a bit is the same bit
// counted from the other end.
std::uint8_t around(const Cells& cells, int cell) {
    constexpr auto kThree = picked({1, 2, 3});
    constexpr auto kTwo = picked({1, 3});
    return static_cast<std::uint8_t>(kThree[five_columns(cells, cell, -1)] | kTwo[five_columns(cells, cell, 0)] << 3 |
                                     kThree[five_columns(cells, cell, 1)] << 5);
}

// The same for the cells two steps away.
std::uint8_t two_steps_around(const Cells& cells, int cell) {
    constexpr auto kThree = picked({0, 2, 4});
    constexpr auto kTwo = picked({0, 4});
    return static_cast<std::uint8_t>(kThree[five_columns(cells, cell, -2)] | kTwo[five_columns(cells, cell, 0)] << 3 |
                                     kThree[five_columns(cells, cell, 2)] << 5);
}

// Maps such a byte to one bit per direction.
constexpr auto kByDirection = [] {
    constexpr int kDirectionOf[kDirections] = {4, 0, 5, 2, 3, 6, 1, 7};
    std::array<std::uint8_t, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (int bit = 0; bit < kDirections; ++bit)
            table[byte] = static_cast<std::uint8_t>(table[byte] | (byte >> bit & 1) << kDirectionOf[bit]);
    return table;
}();

constexpr auto kReversed = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (int bit = 0; bit < 8; ++bit)
            table[byte] = static_cast<std::uint8_t>(table[byte] | (byte >> bit & 1) << (7 - bit));
    return table;
}();

constexpr auto kCount = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte) table[byte] = static_cast<std::uint8_t>(std::popcount(byte));
    return table;
}();

// Zobrist keys.
struct Keys {
    std::array<std::array<std::uint64_t, kPlaces>, 2> stone;
    std::array<std::uint64_t, Position::kLastPly + 1>
        ply;  // the game ends at a fixed ply, so the ply is part of the position
    std::array<std::uint64_t, Position::kSide + 1> rows;
    std::array<std::uint64_t, Position::kSide + 1> columns;
    std::uint64_t mover;
};

constexpr auto kKeys = [] {
    std::uint64_t state = 12;
    const auto word = [&state] {
        state += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = state;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    };
    Keys keys{};
    for (auto& side : keys.stone)
        for (auto& key : side) key = word();
    for (auto& key : keys.ply) key = word();
    for (auto& key : keys.rows) key = word();
    for (auto& key : keys.columns) key = word();
    keys.mover = word();
    return keys;
}();

std::uint64_t stone_key(Side side, int place) {
    return kKeys.stone[static_cast<std::size_t>(side)][static_cast<std::size_t>(place)];
}

// The cells from which `Steps` steps in direction D lead onto one of `targets`.
template <int D, int Steps = 1>
constexpr Cells back(const Cells& targets) {
    return targets.shifted<-Steps*(kDown[D] * kStride + kRight[D])>();
}

// Calls visit with each direction as a compile-time constant.
template <class Visit>
constexpr void each_direction(Visit visit) {
    [&]<int... D>(std::integer_sequence<int, D...>) {
        (visit(std::integral_constant<int, D>{}), ...);
    }(std::make_integer_sequence<int, kDirections>{});
}

}  // namespace

int Position::place(int row, int column) { return place_of(row, column); }

Position Position::parse(std::string_view text) {
    const auto fields = split(text, ' ');
    if (fields.size() != 3) throw ParseError("expected rows, side to move and plies");
    const auto rows = split(fields[0], '/');
    Position game;
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
    game.key_ = game.computed_key();
    return game;
}

std::string Position::str() const {
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

Position::Move Position::parse_move(std::string_view text) const {
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

std::string Position::move_str(Move move) const {
    return std::to_string(move.from / kStride) + ' ' + std::to_string(move.from % kStride) + ' ' +
           std::to_string(move.direction);
}

void Position::legal_moves(MoveList<Position>& out) const {
    if (ply_ >= kLastPly) return;
    const Cells free = empty();
    stones(mover_).each([&](int from) {
        for (unsigned left = kByDirection[around(free, from)]; left != 0; left &= left - 1)
            out.push({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(std::countr_zero(left))});
    });
}

std::size_t Position::count_moves() const {
    if (ply_ >= kLastPly) return 0;
    const Cells free = empty();
    int count = 0;
    each_direction([&](auto d) { count += (stones(mover_) & back<d>(free)).count(); });
    return static_cast<std::size_t>(count);
}

bool Position::is_legal(Move move) const {
    if (ply_ >= kLastPly || move.from >= kPlaces || move.direction >= kDirections) return false;
    return stones(mover_).test(move.from) && empty().test(kNext[move.from][move.direction]);
}

void Position::steps_onto(int cell, MoveList<Position>& out) const {
    for (unsigned left = kByDirection[kReversed[around(stones(mover_), cell)]]; left != 0; left &= left - 1) {
        const int d = std::countr_zero(left);
        out.push({kNext[static_cast<std::size_t>(cell)][static_cast<std::size_t>(kOpposite[d])],
                  static_cast<std::uint8_t>(d)});
    }
}

std::uint8_t Position::turned_around(int cell) const {
    const std::size_t near = around(stones(other(mover_)), cell);
    return static_cast<std::uint8_t>(near & (kReversed[near] | two_steps_around(stones(mover_), cell)));
}

int Position::count_turned_at(int cell) const { return kCount[turned_around(cell)]; }

Position::Cells Position::turned_at(int cell) const {
    Cells turned;
    for (unsigned left = kByDirection[turned_around(cell)]; left != 0; left &= left - 1)
        turned.set(kNext[static_cast<std::size_t>(cell)][static_cast<std::size_t>(std::countr_zero(left))]);
    return turned;
}

Position::Cells Position::turning_cells(Side side) const {
    const Cells& own = stones(side);
    const Cells& enemy = stones(other(side));
    Cells cells;
    each_direction([&](auto d) {
        const Cells ahead = back<d>(enemy);
        cells |= ahead & back<d, 2>(own);
        if constexpr (d == 0 || d == 2 || d == 4 || d == 5) cells |= ahead & back<kOpposite[d]>(enemy);
    });
    return cells & empty();
}

Position::Undo Position::make(Move move) { return make(move, turned_at(target(move))); }

Position::Undo Position::make(Move move, const Cells& turned) {
    const int to = target(move);
    const Undo undo{turned, key_};
    const Side them = other(mover_);
    Cells& own = stones_[static_cast<std::size_t>(mover_)];
    own.reset(move.from);
    own.set(to);
    key_ ^= stone_key(mover_, move.from) ^ stone_key(mover_, to);
    if (undo.turned.any()) {
        own |= undo.turned;
        stones_[static_cast<std::size_t>(them)] ^= undo.turned;
        undo.turned.each([&](int cell) { key_ ^= stone_key(mover_, cell) ^ stone_key(them, cell); });
    }
    change_turn();
    return undo;
}

void Position::undo(Move move, const Undo& undo) {
    stones_[static_cast<std::size_t>(mover_)] |= undo.turned;
    mover_ = other(mover_);
    --ply_;
    Cells& own = stones_[static_cast<std::size_t>(mover_)];
    own = own.without(undo.turned);
    own.reset(target(move));
    own.set(move.from);
    key_ = undo.key;
}

Score Position::result() const {
    if ((beside(stones(mover_)) & empty()).none()) return loss_in(0);
    const int balance = stones(mover_).count() - stones(other(mover_)).count();
    return balance > 0 ? win_in(0) : balance < 0 ? loss_in(0) : kDraw;
}

Position::Undo Position::skip() {
    const Undo undo{{}, key_};
    change_turn();
    return undo;
}

void Position::unskip(const Undo& undo) {
    mover_ = other(mover_);
    --ply_;
    key_ = undo.key;
}

void Position::change_turn() {
    key_ ^= kKeys.mover ^ kKeys.ply[static_cast<std::size_t>(ply_)] ^ kKeys.ply[static_cast<std::size_t>(ply_ + 1)];
    mover_ = other(mover_);
    ++ply_;
}

std::uint64_t Position::computed_key() const {
    std::uint64_t key = kKeys.rows[static_cast<std::size_t>(rows_)] ^
                        kKeys.columns[static_cast<std::size_t>(columns_)] ^ kKeys.ply[static_cast<std::size_t>(ply_)];
    if (mover_ == Side::kSecond) key ^= kKeys.mover;
    for (const Side side : {Side::kFirst, Side::kSecond})
        stones(side).each([&](int cell) { key ^= stone_key(side, cell); });
    return key;
}

}  // namespace garlic::tiaojia

namespace garlic {

template std::uint64_t perft<tiaojia::Position>(tiaojia::Position&, int);

}  // namespace garlic
