#include "games/othello/rules.h"

#include <vector>

#include "garlic/text.h"

namespace garlic::othello {
namespace {

constexpr int kSmallest = 3;
constexpr int kLargest = 20;

using Rows = std::vector<std::string_view>;

void check_shape(const Rows& rows, const Rows& like) {
    if (rows.size() != like.size()) throw ParseError("worths and discs differ in size");
    for (const auto row : rows)
        if (row.size() != like[0].size()) throw ParseError("rows differ in length");
}

}  // namespace

template <class Board>
Position<Board> Position<Board>::parse(std::string_view text) {
    const auto fields = split(text, ' ');
    if (fields.size() != 4) throw ParseError("expected worths, discs, side to move and passes");
    const Rows cell_values = split(fields[0], '/');
    const Rows discs = split(fields[1], '/');
    if (cell_values.size() > kLargest || cell_values[0].size() > kLargest || cell_values.size() < kSmallest ||
        cell_values[0].size() < kSmallest)
        throw ParseError("expected 3 to 20 rows and columns");
    check_shape(cell_values, cell_values);
    check_shape(discs, cell_values);
    Position game;
    game.rows_ = static_cast<int>(cell_values.size());
    game.columns_ = static_cast<int>(cell_values[0].size());
    if (!Board::fits(game.rows_, game.columns_)) throw ParseError("a board of another size");

    Cells red;
    Cells blue;
    for (int row = 0; row < game.rows_; ++row)
        for (int column = 0; column < game.columns_; ++column) {
            const int here = place(row, column);
            const char cell_value = cell_values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            const char disc = discs[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            if (cell_value < '0' || cell_value > '9') throw ParseError("expected a worth from 0 to 9");
            game.cell_values_[static_cast<std::size_t>(here)] = static_cast<std::uint8_t>(cell_value - '0');
            game.board_.set(here);
            if (disc == 'O') red.set(here);
            else if (disc == 'o') blue.set(here);
            else if (disc != '.') throw ParseError("expected 'O', 'o' or '.'");
        }

    if (fields[2] != "r" && fields[2] != "b") throw ParseError("expected the side to move, 'r' or 'b'");
    game.mover_ = fields[2] == "r" ? Side::kFirst : Side::kSecond;
    game.own_ = game.mover_ == Side::kFirst ? red : blue;
    game.enemy_ = game.mover_ == Side::kFirst ? blue : red;
    const auto passes = whole_number(fields[3], 0, 2);
    if (!passes) throw ParseError("expected the passes in a row, 0 to 2");
    game.passes_ = static_cast<std::uint8_t>(*passes);
    return game;
}

template <class Board>
std::string Position<Board>::str() const {
    std::string cell_values;
    std::string signs;
    for (int row = 0; row < rows_; ++row) {
        if (row > 0) {
            cell_values += '/';
            signs += '/';
        }
        for (int column = 0; column < columns_; ++column) {
            const int here = place(row, column);
            cell_values += static_cast<char>('0' + cell_value(here));
            signs += discs(Side::kFirst).test(here) ? 'O' : discs(Side::kSecond).test(here) ? 'o' : '.';
        }
    }
    return cell_values + ' ' + signs + (mover_ == Side::kFirst ? " r " : " b ") + std::to_string(passes_);
}

template <class Board>
typename Position<Board>::Move Position<Board>::parse_move(std::string_view text) const {
    if (text == "pass") return kPass;
    if (text.size() >= 2 && text[0] >= 'a' && text[0] < 'a' + columns_)
        if (const auto row = whole_number(text.substr(1), 1, rows_))
            return {static_cast<std::uint16_t>(place(*row - 1, text[0] - 'a'))};
    throw ParseError("expected a cell of the board like 'd3', or 'pass'");
}

template <class Board>
std::string Position<Board>::move_str(Move move) const {
    if (move == kPass) return "pass";
    const int column = move.place % Board::kStride;
    const int row = move.place / Board::kStride;
    return static_cast<char>('a' + column) + std::to_string(row + 1);
}

template class Position<Grid8x8>;
template class Position<Grid<9, 1>>;
template class Position<Grid<11, 2>>;
template class Position<Grid<13, 3>>;
template class Position<Grid<21, 7>>;

}  // namespace garlic::othello

namespace garlic {

template std::uint64_t perft<othello::Position8x8>(othello::Position8x8&, int);
template std::uint64_t perft<othello::Position7x8>(othello::Position7x8&, int);
template std::uint64_t perft<othello::Position11x10>(othello::Position11x10&, int);
template std::uint64_t perft<othello::Position14x12>(othello::Position14x12&, int);
template std::uint64_t perft<othello::Position20x20>(othello::Position20x20&, int);

}  // namespace garlic
