#include "games/tiaojia/lab.h"

#include <cmath>

namespace garlic::tiaojia {
namespace {

using Cells = Position::Cells;

constexpr int kRow = Position::kStride;

// The first two are the course's; of the others it says only that they exist.
constexpr int kStone = 400;
constexpr int kDiagonal = 40;   // an enemy stone with one of ours on a diagonal
constexpr int kPinned = 30;     // an enemy stone that two of ours leave one free diagonal
constexpr int kKnight = 8;      // two stones a knight's move apart
constexpr int kLongKnight = 6;  // two stones in opposite corners of 2x4
constexpr int kTurning = 15;    // a cell where a step turns an enemy stone
constexpr double kSpread = 10;

// Pairs of stones `rows` and `columns` apart, in all four orientations.
template <int kRows, int kColumns>
int pairs(const Cells& stones) {
    return (stones & stones.shifted<kRows * kRow + kColumns>()).count() +
           (stones & stones.shifted<kRows * kRow - kColumns>()).count() +
           (stones & stones.shifted<kColumns * kRow + kRows>()).count() +
           (stones & stones.shifted<kColumns * kRow - kRows>()).count();
}

double spread(const Cells& stones) {
    double count = 0;
    double sums[2] = {};
    double squares[2] = {};
    stones.each([&](int cell) {
        const double at[2] = {static_cast<double>(cell / kRow), static_cast<double>(cell % kRow)};
        for (int axis = 0; axis < 2; ++axis) {
            sums[axis] += at[axis];
            squares[axis] += at[axis] * at[axis];
        }
        ++count;
    });
    if (count == 0) return 0;
    double variance = 0;
    for (int axis = 0; axis < 2; ++axis) {
        const double mean = sums[axis] / count;
        variance += squares[axis] / count - mean * mean;
    }
    return std::sqrt(std::max(variance, 0.0));
}

}  // namespace

double Lab::value(Side side) const {
    const Cells& own = stones(side);
    const Cells& enemy = stones(other(side));
    const Cells free = empty();
    const Cells diagonals[4] = {own.shifted<kRow + 1>(), own.shifted<kRow - 1>(), own.shifted<-kRow + 1>(),
                                own.shifted<-kRow - 1>()};
    const Cells exits[4] = {free.shifted<kRow + 1>(), free.shifted<kRow - 1>(), free.shifted<-kRow + 1>(),
                            free.shifted<-kRow - 1>()};
    Cells once, twice;               // enemies with at least one, or two, of ours on a diagonal
    Cells some_exit, several_exits;  // cells with at least one, or two, free diagonals
    for (const Cells& diagonal : diagonals) {
        twice |= once & diagonal;
        once |= diagonal;
    }
    for (const Cells& exit : exits) {
        several_exits |= some_exit & exit;
        some_exit |= exit;
    }
    const Cells pinned = (enemy & twice & some_exit).without(several_exits);
    const int turning = (turning_cells(side) & beside(own)).count();
    return kStone * own.count() + kDiagonal * (enemy & once).count() + kPinned * pinned.count() +
           kKnight * pairs<1, 2>(own) + kLongKnight * pairs<1, 3>(own) + kTurning * turning - kSpread * spread(own);
}

Score Lab::evaluate() const { return points(static_cast<int>(std::lround(value(mover()) - value(other(mover()))))); }

}  // namespace garlic::tiaojia

namespace garlic {

template class Engine<tiaojia::Lab>;

}  // namespace garlic
