// What both sides could turn now, and where they could step. Needed at every node, so it is computed for the
// whole board at once, one row per vector lane where the processor has them.
#pragma once

#include "games/tiaojia/rules.h"

namespace garlic::tiaojia {

struct Threats {
    Position::Cells turning;     // where the mover can step and turns something
    Position::Cells threatened;  // stones of the mover that the enemy could turn if it were to move
    int reach = 0;               // empty cells beside the mover's stones
    int enemy_reach = 0;
    int enemy_turns = 0;  // number of threatened stones

    bool operator==(const Threats&) const = default;

    // For the side of `own`, which is to move. The result is the same on all processors.
    static Threats of(const Position::Cells& own, const Position::Cells& enemy, const Position::Cells& empty) {
        return best_(own, enemy, empty);
    }

private:
    using Find = Threats (*)(const Position::Cells&, const Position::Cells&, const Position::Cells&);
    static Find best();
    static const Find best_;
};

}  // namespace garlic::tiaojia
