// The exact endgame solver: the final margin with best play of both sides.
#pragma once

#include "games/othello/board/map.h"
#include "games/othello/evaluation.h"
#include "games/othello/rules.h"
#include "garlic/limits.h"
#include "garlic/table.h"

namespace garlic::othello {

inline constexpr int kMostEndgameEmpties = 48;  // positions with more empty cells are not solved

// What the search may use. The table is shared with the middlegame: margins are stored times point_scale, and
// entries with depths from 64 on are exact.
template <class Board>
struct EndgameTools {
    Table* table;  // may be null
    Meter& meter;
    int point_scale;
    const Evaluation<Board>* evaluation = nullptr;  // for move ordering; may be null
};

// A position's key in the table. Passes do not matter for a solved position.
template <class Cells>
std::uint64_t position_key(const Cells& own, const Cells& enemy) {
    constexpr std::uint64_t kOwn = 0x9e3779b97f4a7c15;
    constexpr std::uint64_t kEnemy = 0xc2b2ae3d27d4eb4f;
    std::uint64_t key = 0;
    for (int part = 0; part < Cells::kWords; ++part) {
        key ^= own.part(part) * kOwn;
        key = std::rotl(key, 29) + enemy.part(part);
        key *= kEnemy;
    }
    key ^= key >> 32;
    key *= kOwn;
    return key ^ key >> 29;
}

// The mover's margin if it lies between alpha and beta, else a bound on the same side of the window. Invalid
// once the meter is spent. At most kMostEndgameEmpties cells may be empty.
template <class Board>
int solve_endgame(const Map<Board>& map, const typename Board::Cells& own, const typename Board::Cells& enemy,
                  int alpha, int beta, const EndgameTools<Board>& tools);

extern template int solve_endgame(const Map<Grid8x8>&, const Bits<1>&, const Bits<1>&, int, int,
                                  const EndgameTools<Grid8x8>&);
extern template int solve_endgame(const Map<Grid<9, 1>>&, const Bits<1>&, const Bits<1>&, int, int,
                                  const EndgameTools<Grid<9, 1>>&);
extern template int solve_endgame(const Map<Grid<11, 2>>&, const Bits<2>&, const Bits<2>&, int, int,
                                  const EndgameTools<Grid<11, 2>>&);
extern template int solve_endgame(const Map<Grid<13, 3>>&, const Bits<3>&, const Bits<3>&, int, int,
                                  const EndgameTools<Grid<13, 3>>&);
extern template int solve_endgame(const Map<Grid<21, 7>>&, const Bits<7>&, const Bits<7>&, int, int,
                                  const EndgameTools<Grid<21, 7>>&);

}  // namespace garlic::othello
