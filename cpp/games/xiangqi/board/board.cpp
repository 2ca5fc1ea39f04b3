#include "games/xiangqi/board/board.h"

namespace garlic::xiangqi {

// Is a king of `side` on `square` attacked: on the board as it is, or (kMoved) after an own piece has moved from
// `from` to `to`? The board is not changed.
template <bool kMoved>
bool Board::is_attacked(Side side, int square, [[maybe_unused]] int from, [[maybe_unused]] int to) const {
    const std::size_t enemy = index(other(side));
    const auto at_square = static_cast<std::size_t>(square);
    const std::size_t row_index = kRowOf[at_square];
    const std::size_t column_index = kColumnOf[at_square];
    PointSet horses = points_[enemy][kHorse] & kHorsePointsTo[at_square];
    PointSet pawns = points_[enemy][kPawn] & kPawnPointsTo[enemy][at_square];
    unsigned enemies_in_row = rows_[enemy][row_index];
    unsigned enemies_in_column = columns_[enemy][column_index];
    unsigned own_in_row = rows_[1 - enemy][row_index];
    unsigned own_in_column = columns_[1 - enemy][column_index];
    if constexpr (kMoved) {
        horses &= ~point(to);
        pawns &= ~point(to);
        const auto leave = static_cast<std::size_t>(from);
        const auto reach = static_cast<std::size_t>(to);
        if (kRowOf[leave] == row_index) own_in_row &= ~unsigned{bit(kColumnOf[leave])};
        if (kColumnOf[leave] == column_index) own_in_column &= ~unsigned{bit(kRowOf[leave])};
        if (kRowOf[reach] == row_index) {
            own_in_row |= bit(kColumnOf[reach]);
            enemies_in_row &= ~unsigned{bit(kColumnOf[reach])};
        }
        if (kColumnOf[reach] == column_index) {
            own_in_column |= bit(kRowOf[reach]);
            enemies_in_column &= ~unsigned{bit(kRowOf[reach])};
        }
    }
    if (pawns != 0) return true;
    if (horses != 0) {
        for (const Step step : kHorsesTo[at_square]) {
            if (!has(horses, step.square)) continue;
            const bool open = at(step.gate) == kEmpty;
            if (kMoved ? (open || step.gate == from) && step.gate != to : open) return true;
        }
    }
    const Piece enemy_bit = side_bit(other(side));
    const Piece chariot = enemy_bit | kChariot;
    const Piece cannon = enemy_bit | kCannon;
    if (enemies_in_row != 0) {
        const Piece* const line = &board_[row_index * kColumns];
        const unsigned full = enemies_in_row | own_in_row;
        for (unsigned left = kChariotAlongRow[column_index][full] & enemies_in_row; left != 0; left &= left - 1)
            if (line[std::countr_zero(left)] == chariot) return true;
        for (unsigned left = kCannonAlongRow[column_index][full] & enemies_in_row; left != 0; left &= left - 1)
            if (line[std::countr_zero(left)] == cannon) return true;
    }
    if (enemies_in_column != 0) {
        const Piece* const line = &board_[column_index];
        const unsigned full = enemies_in_column | own_in_column;
        for (unsigned left = kChariotAlongColumn[row_index][full] & enemies_in_column; left != 0; left &= left - 1) {
            const Piece piece = line[std::countr_zero(left) * kColumns];
            if (piece == chariot || piece == (enemy_bit | kKing)) return true;
        }
        for (unsigned left = kCannonAlongColumn[row_index][full] & enemies_in_column; left != 0; left &= left - 1)
            if (line[std::countr_zero(left) * kColumns] == cannon) return true;
    }
    return false;
}

bool Board::in_check(Side side) const { return is_attacked<false>(side, king(side), kNowhere, kNowhere); }

bool Board::is_safe(int from, int to) const {
    const Piece piece = at(from);
    const Side side = side_of(piece);
    return !is_attacked<true>(side, kind_of(piece) == kKing ? to : king(side), from, to);
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
