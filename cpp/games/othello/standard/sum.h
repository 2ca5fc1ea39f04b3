// The sum of an evaluation, compiled once for each instruction set.
//
// No #pragma once: see board/grid8x8_lines.h.

#include "games/othello/board/grid8x8_lines.h"

[[gnu::always_inline]] inline std::size_t moves_of(std::uint64_t own, std::uint64_t other) {
    const auto moves = static_cast<std::size_t>(std::popcount(lines8::reach(own, other) & ~(own | other)));
    return moves < kMostMoves ? moves : kMostMoves - 1;
}

inline int sum(const Index& index, std::uint64_t own, std::uint64_t other, const std::int16_t* values,
               const int* moves) {
    return IndexSums::sum(index, own, other, values) + moves[moves_of(own, other)] +
           moves[kMostMoves + moves_of(other, own)];
}
