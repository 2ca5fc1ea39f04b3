// Sets of points as one 128-bit number, and the attacks of pieces as such sets.
#pragma once

#include <bit>

#include "games/xiangqi/board/tables.h"

namespace garlic::xiangqi {

// Point i is bit i. A built-in type, because the evaluation shifts and masks these all the time.
__extension__ using PointSet = unsigned __int128;

inline constexpr auto kPoint = [] {
    std::array<PointSet, kSquares> table{};
    for (std::size_t square = 0; square < kSquares; ++square) table[square] = PointSet{1} << square;
    return table;
}();
constexpr PointSet point(int square) { return kPoint[static_cast<std::size_t>(square)]; }
constexpr bool has(PointSet points, int square) { return ((points >> square) & 1) != 0; }
// Plain arithmetic on both halves: without the processor's instruction std::popcount is a function call.
inline int count(PointSet points) {
    constexpr std::uint64_t kPairs = 0x5555555555555555;
    constexpr std::uint64_t kFours = 0x3333333333333333;
    constexpr std::uint64_t kBytes = 0x0F0F0F0F0F0F0F0F;
    auto low = static_cast<std::uint64_t>(points);
    auto high = static_cast<std::uint64_t>(points >> 64);
    low -= (low >> 1) & kPairs;
    high -= (high >> 1) & kPairs;
    low = (low & kFours) + ((low >> 2) & kFours);
    high = (high & kFours) + ((high >> 2) & kFours);
    low = (low & kBytes) + ((low >> 4) & kBytes) + (high & kBytes) + ((high >> 4) & kBytes);
    return static_cast<int>((low * 0x0101010101010101) >> 56);
}
inline int lowest(PointSet points) {
    const auto low = static_cast<std::uint64_t>(points);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(points >> 64));
}

// A row as a set.
constexpr PointSet row_points(Line line, int row) { return PointSet{line} << (row * kColumns); }
inline constexpr auto kFirstColumn = [] {
    std::array<PointSet, 1u << kRows> table{};
    for (std::size_t line = 0; line < table.size(); ++line)
        for (int row = 0; row < kRows; ++row)
            if ((line & bit(row)) != 0) table[line] |= point(row * kColumns);
    return table;
}();
inline PointSet column_points(Line line, int column) { return kFirstColumn[line] << column; }

// The attacks of pieces that cannot be blocked, and all steps of the others.
inline constexpr auto kStepPoints = [] {
    std::array<std::array<PointSet, kSquares>, kPieceCodes> table{};
    for (std::size_t piece = 0; piece < kPieceCodes; ++piece)
        for (std::size_t from = 0; from < kSquares; ++from)
            for (const Step step : kStepsFrom[piece][from]) table[piece][from] |= point(step.square);
    return table;
}();

// The targets of a horse by which of its four legs are blocked, in the order of kLegs.
inline constexpr auto kLegs = [] {
    std::array<std::array<std::uint8_t, 4>, kSquares> table{};
    for (int square = 0; square < kSquares; ++square) {
        const int row = row_of(square);
        const int column = column_of(square);
        const auto at = [](bool there, int place) { return static_cast<std::uint8_t>(there ? place : kNowhere); };
        table[static_cast<std::size_t>(square)] = {at(row > 0, square - kColumns), at(column > 0, square - 1),
                                                   at(column < kColumns - 1, square + 1),
                                                   at(row < kRows - 1, square + kColumns)};
    }
    return table;
}();
inline constexpr auto kHorsePoints = [] {
    std::array<std::array<PointSet, 16>, kSquares> table{};
    for (std::size_t square = 0; square < kSquares; ++square)
        for (std::size_t blocked = 0; blocked < 16; ++blocked)
            for (const Step step : kStepsFrom[piece_of(Side::kFirst, kHorse)][square])
                for (std::size_t leg = 0; leg < 4; ++leg)
                    if (kLegs[square][leg] == step.gate && (blocked >> leg & 1) == 0)
                        table[square][blocked] |= point(step.square);
    return table;
}();

// All points that the pawns of a side attack.
inline PointSet pawn_attacks(PointSet pawns, Side side) {
    constexpr PointSet kBoard = (PointSet{1} << kSquares) - 1;
    constexpr PointSet kFirstFile = kFirstColumn[(1u << kRows) - 1];
    constexpr PointSet kLastFile = kFirstFile << (kColumns - 1);
    constexpr PointSet kFar = (PointSet{1} << kSquares / 2) - 1;
    const bool red = side == Side::kFirst;
    const PointSet over = pawns & (red ? kFar : kBoard & ~kFar);
    const PointSet ahead = red ? pawns >> kColumns : (pawns << kColumns) & kBoard;
    return ahead | (over & ~kFirstFile) >> 1 | (over & ~kLastFile) << 1;
}

// From where horses, and pawns of each side, attack a square if nothing blocks them.
constexpr auto points_of(const std::array<Steps, kSquares>& steps) {
    std::array<PointSet, kSquares> table{};
    for (std::size_t square = 0; square < kSquares; ++square)
        for (const Step step : steps[square]) table[square] |= point(step.square);
    return table;
}
inline constexpr auto kHorsePointsTo = points_of(kHorsesTo);
inline constexpr std::array kPawnPointsTo = {points_of(kPawnsTo[0]), points_of(kPawnsTo[1])};

// Calls visit(square) for every member, ascending.
template <class Visit>
void each_point(PointSet points, Visit visit) {
    for (auto left = static_cast<std::uint64_t>(points); left != 0; left &= left - 1) visit(std::countr_zero(left));
    for (auto left = static_cast<std::uint64_t>(points >> 64); left != 0; left &= left - 1)
        visit(64 + std::countr_zero(left));
}

// The number of points of a side's palace in a set.
inline int count_in_palace(PointSet points, Side side) {
    const PointSet from = points >> (side == Side::kFirst ? 7 * kColumns + 3 : 3);
    const auto rows = static_cast<std::uint64_t>(from);
    return kOnes[(rows & 7) | (rows >> (kColumns - 3) & 56) | (rows >> (2 * kColumns - 6) & 448)];
}

}  // namespace garlic::xiangqi
