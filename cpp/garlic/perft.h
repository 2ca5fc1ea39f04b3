// Counting lines of play: checks that the native rules equal the Python ones.
#pragma once

#include <cstdint>

#include "garlic/game.h"

namespace garlic {

template <TurnGame G>
std::uint64_t perft(G& game, int depth) {
    if (depth == 0) return 1;
    if constexpr (CountsMoves<G>) {
        if (depth == 1) {
            const std::size_t count = game.count_moves();
            return count == 0 && G::kFinishedIsLeaf ? 1 : count;
        }
    }
    MoveList<G> moves;
    game.legal_moves(moves);
    if (moves.empty()) return G::kFinishedIsLeaf ? 1 : 0;
    if (depth == 1) return moves.size();
    std::uint64_t lines = 0;
    for (const auto move : moves) {
        const Played played{game, move};
        lines += perft(game, depth - 1);
    }
    return lines;
}

}  // namespace garlic
