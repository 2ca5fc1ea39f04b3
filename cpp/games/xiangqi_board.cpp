#include "games/xiangqi_board.h"

namespace garlic::xiangqi {

bool Board::in_check(Side side) const {
    const std::size_t enemy = index(other(side));
    const Piece enemy_bit = side_bit(other(side));
    const std::size_t king_square = kings_[index(side)];
    const std::size_t row_index = kRowOf[king_square];
    const std::size_t column = kColumnOf[king_square];

    if (const unsigned enemies = rows_[enemy][row_index]; enemies != 0) {
        const unsigned full = enemies | rows_[1 - enemy][row_index];
        for (unsigned left = kChariotAlongRow[column][full] & enemies; left != 0; left &= left - 1)
            if (board_[row_index * kColumns + static_cast<std::size_t>(std::countr_zero(left))] ==
                (enemy_bit | kChariot))
                return true;
        for (unsigned left = kCannonAlongRow[column][full] & enemies; left != 0; left &= left - 1)
            if (board_[row_index * kColumns + static_cast<std::size_t>(std::countr_zero(left))] ==
                (enemy_bit | kCannon))
                return true;
    }
    if (const unsigned enemies = columns_[enemy][column]; enemies != 0) {
        const unsigned full = enemies | columns_[1 - enemy][column];
        for (unsigned left = kChariotAlongColumn[row_index][full] & enemies; left != 0; left &= left - 1) {
            const Piece piece = board_[static_cast<std::size_t>(std::countr_zero(left)) * kColumns + column];
            if (piece == (enemy_bit | kChariot) || piece == (enemy_bit | kKing)) return true;
        }
        for (unsigned left = kCannonAlongColumn[row_index][full] & enemies; left != 0; left &= left - 1)
            if (board_[static_cast<std::size_t>(std::countr_zero(left)) * kColumns + column] == (enemy_bit | kCannon))
                return true;
    }
    for (const Step step : kHorsesTo[king_square])
        if (at(step.square) == (enemy_bit | kHorse) && at(step.gate) == kEmpty) return true;
    for (const Step step : kPawnsTo[enemy][king_square])
        if (at(step.square) == (enemy_bit | kPawn)) return true;
    return false;
}

// Looks from the king in one direction for chariots, cannons and the other king.
void Board::look_along(Side side, int step, Danger& found) const {
    const int start = king(side);
    const bool along_row = step == 1 || step == -1;
    const int row_index = kRowOf[static_cast<std::size_t>(start)];
    const int column = kColumnOf[static_cast<std::size_t>(start)];
    const int place = along_row ? column : row_index;
    const std::size_t line = static_cast<std::size_t>(along_row ? row_index : column);
    const auto side_part = [&](Side whose) {
        const unsigned part = along_row ? rows_[index(whose)][line] : columns_[index(whose)][line];
        return step < 0 ? part & (bit(place) - 1u) : part & ~(bit(place + 1) - 1u);
    };
    unsigned enemies = side_part(other(side));
    if (enemies == 0) return;
    unsigned left = enemies | side_part(side);

    const Piece enemy_bit = side_bit(other(side));
    const Piece chariot = enemy_bit | kChariot;
    const Piece cannon = enemy_bit | kCannon;
    const Piece facing = enemy_bit | kKing;
    const auto between = [&](int end) {
        Squares squares;
        for (int here = start + step; here != end; here += step) squares.set(here);
        return squares;
    };
    int passed[2] = {-1, -1};
    for (int seen = 0; seen < 3 && left != 0; ++seen) {
        const int next = step < 0 ? std::bit_width(left) - 1 : std::countr_zero(left);
        left &= ~(1u << next);
        const int square = start + (next - place) * (along_row ? 1 : kColumns);
        const Piece piece = at(square);
        const auto guard = [&](int own) {
            if ((at(own) & enemy_bit) == 0) found.guards.set(own);
        };
        if (seen == 0) {
            if (piece == chariot) {
                ++found.checkers;
                found.answers = between(square) | Squares::single(square);
            } else if (piece == cannon) {
                found.hollow |= between(square);
            }
        } else if (seen == 1) {
            if (piece == cannon) {
                ++found.checkers;
                found.answers = between(square) | Squares::single(square);
                found.answers.reset(passed[0]);
                found.screen = passed[0];
            } else if (piece == chariot || piece == facing) {
                guard(passed[0]);
            }
        } else if (piece == cannon) {
            guard(passed[0]);
            guard(passed[1]);
        }
        if (seen < 2) passed[seen] = square;
    }
}

Board::Danger Board::danger(Side side) const {
    Danger found;
    for (const int step : {-kColumns, -1, 1, kColumns}) look_along(side, step, found);
    const Piece enemy_bit = side_bit(other(side));
    for (const Step step : kHorsesTo[static_cast<std::size_t>(king(side))]) {
        if (at(step.square) != (enemy_bit | kHorse)) continue;
        if (at(step.gate) == kEmpty) {
            ++found.checkers;
            found.answers = Squares::single(step.square) | Squares::single(step.gate);
        } else if ((at(step.gate) & enemy_bit) == 0) {
            found.guards.set(step.gate);
        }
    }
    for (const Step step : kPawnsTo[index(other(side))][static_cast<std::size_t>(king(side))])
        if (at(step.square) == (enemy_bit | kPawn)) {
            ++found.checkers;
            found.answers = Squares::single(step.square);
        }
    return found;
}

}  // namespace garlic::xiangqi
