// Sets of points of the Xiangqi board as one wide number, and what pieces attack as such sets.
#pragma once

#include "games/xiangqi_board.h"

namespace garlic::xiangqi {

// Point i is bit i. A built-in type: the evaluation shifts and masks these all the time.
__extension__ using Points = unsigned __int128;

constexpr Points point(int square) { return Points{1} << square; }
constexpr bool has(Points points, int square) { return ((points >> square) & 1) != 0; }
// In plain arithmetic, both halves at once: without a machine's own instruction std::popcount is a call.
inline int count(Points points) {
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
inline int lowest(Points points) {
    const auto low = static_cast<std::uint64_t>(points);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(points >> 64));
}

// A line of the board as a set.
constexpr Points row_points(Line line, int row) { return Points{line} << (row * kColumns); }
inline constexpr auto kFirstColumn = [] {
    std::array<Points, 1u << kRows> table{};
    for (std::size_t line = 0; line < table.size(); ++line)
        for (int row = 0; row < kRows; ++row)
            if ((line & bit(row)) != 0) table[line] |= point(row * kColumns);
    return table;
}();
inline Points column_points(Line line, int column) { return kFirstColumn[line] << column; }

// Where pieces that nothing can block attack, and every step of the others.
inline constexpr auto kStepPoints = [] {
    std::array<std::array<Points, kSquares>, kPieceCodes> table{};
    for (std::size_t piece = 0; piece < kPieceCodes; ++piece)
        for (std::size_t from = 0; from < kSquares; ++from)
            for (const Step step : kStepsFrom[piece][from]) table[piece][from] |= point(step.square);
    return table;
}();

// How many points of a side's palace a set holds.
inline int count_in_palace(Points points, Side side) {
    const Points from = points >> (side == Side::kFirst ? 7 * kColumns + 3 : 3);
    const auto rows = static_cast<std::uint64_t>(from);
    return kOnes[(rows & 7) | (rows >> (kColumns - 3) & 56) | (rows >> (2 * kColumns - 6) & 448)];
}

}  // namespace garlic::xiangqi
