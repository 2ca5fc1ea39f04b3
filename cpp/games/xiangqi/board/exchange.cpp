// Static exchange evaluation. Because of cannons the lines are read anew at each step: a piece that has captured
// leaves its point, and may have been or become a screen.
#include <algorithm>

#include "games/xiangqi/board/board.h"

namespace garlic::xiangqi {
namespace {

// A series of captures on one square.
class Exchange {
public:
    Exchange(const Board& board, int square) : board_(board), square_(square) {
        const int row = row_of(square);
        const int column = column_of(square);
        row_ = static_cast<Line>(board.row(Side::kFirst, row) | board.row(Side::kSecond, row));
        column_ = static_cast<Line>(board.column(Side::kFirst, column) | board.column(Side::kSecond, column));
    }

    // The piece on `from` has moved to the square.
    void leave(int from) {
        gone_ |= point(from);
        if (row_of(from) == row_of(square_)) row_ = static_cast<Line>(row_ & ~bit(column_of(from)));
        if (column_of(from) == column_of(square_)) column_ = static_cast<Line>(column_ & ~bit(row_of(from)));
    }

    // The square of the cheapest piece of `side` that can capture; -1 if none can.
    int cheapest(Side side) const {
        const auto at = static_cast<std::size_t>(square_);
        if (const PointSet pawns = left(side, kPawn) & kPawnPointsTo[static_cast<std::size_t>(side)][at]; pawns != 0)
            return lowest(pawns);
        for (const Kind kind : {kAdvisor, kElephant}) {
            const Piece piece = piece_of(side, kind);
            if (const int found = stepping(left(side, kind) & kStepPoints[piece][at], kStepsFrom[piece][at]);
                found >= 0)
                return found;
        }
        if (const int found = stepping(left(side, kHorse) & kHorsePointsTo[at], kHorsesTo[at]); found >= 0)
            return found;
        const Piece own = side_bit(side);
        const std::size_t row = kRowOf[at];
        const std::size_t column = kColumnOf[at];
        if (const int found =
                along(own | kCannon, kCannonAlongRow[column][row_] & row_, kCannonAlongColumn[row][column_] & column_);
            found >= 0)
            return found;
        if (const int found = along(own | kChariot, kChariotAlongRow[column][row_] & row_,
                                    kChariotAlongColumn[row][column_] & column_);
            found >= 0)
            return found;
        const PointSet king = left(side, kKing) & kStepPoints[own | kKing][at];
        return king != 0 ? lowest(king) : -1;
    }

private:
    PointSet left(Side side, Kind kind) const { return board_.pieces(side, kind) & ~gone_; }
    bool is_free(int place) const { return board_.at(place) == kEmpty || (place != kNowhere && has(gone_, place)); }

    // The first of `pieces` for which one of the steps is open.
    int stepping(PointSet pieces, const Steps& steps) const {
        if (pieces == 0) return -1;
        for (const Step step : steps)
            if (has(pieces, step.square) && is_free(step.gate)) return step.square;
        return -1;
    }

    int along(int piece, unsigned in_row, unsigned in_column) const {
        for (; in_row != 0; in_row &= in_row - 1) {
            const int place = row_of(square_) * kColumns + std::countr_zero(in_row);
            if (board_.at(place) == piece) return place;
        }
        for (; in_column != 0; in_column &= in_column - 1) {
            const int place = std::countr_zero(in_column) * kColumns + column_of(square_);
            if (board_.at(place) == piece) return place;
        }
        return -1;
    }

    const Board& board_;
    const int square_;
    PointSet gone_ = 0;
    Line row_;
    Line column_;
};

}  // namespace

int Board::exchange(int from, int to) const {
    constexpr int kLongest = 32;
    std::array<int, kLongest> gains;
    Exchange exchange(*this, to);
    gains[0] = exchange_value(at(to), to);
    int length = 1;
    Side side = side_of(at(from));
    int taker = from;
    while (length < kLongest) {
        const Piece piece = at(taker);
        exchange.leave(taker);
        side = other(side);
        taker = exchange.cheapest(side);
        if (taker < 0) break;
        // A king may only capture what is not protected.
        if (kind_of(at(taker)) == kKing && exchange.cheapest(other(side)) >= 0) break;
        gains[static_cast<std::size_t>(length)] =
            exchange_value(piece, to) - gains[static_cast<std::size_t>(length) - 1];
        ++length;
    }
    while (--length > 0) {
        const auto place = static_cast<std::size_t>(length);
        gains[place - 1] = -std::max(-gains[place - 1], gains[place]);
    }
    return gains[0];
}

}  // namespace garlic::xiangqi
