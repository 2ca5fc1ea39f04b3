// Zobrist keys, the same on every machine.
#pragma once

#include "games/xiangqi/board/tables.h"

namespace garlic::xiangqi {

constexpr std::uint64_t random_word(std::uint64_t number) {
    std::uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

inline constexpr auto kKeys = [] {
    std::array<std::array<std::uint64_t, kSquares>, kPieceCodes> table{};
    std::uint64_t number = 0;
    for (auto& squares : table)
        for (auto& key : squares) key = random_word(number++);
    return table;
}();
inline constexpr std::uint64_t kBlackToMove = random_word(0x626c61636b);

constexpr std::uint64_t key_of(Piece piece, int square) { return kKeys[piece][static_cast<std::size_t>(square)]; }

}  // namespace garlic::xiangqi
