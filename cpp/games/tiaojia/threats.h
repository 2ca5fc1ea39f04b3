// What both sides could do at once in a position of Tiaojia: asked at every node of a search, and so
// found for the whole board together, a row of it to each lane of a vector where the processor has them.
#pragma once

#include "games/tiaojia/rules.h"

namespace garlic::tiaojia {

struct Threats {
    Position::Cells turning;  // where the mover can step to and turns something
    Position::Cells menaced;  // stones of the mover that the enemy could turn if it were to move
    int reach = 0;            // empty cells beside the mover's stones
    int enemy_reach = 0;
    int enemy_turns = 0;  // how many are menaced

    bool operator==(const Threats&) const = default;

    // For the side that has `own`, which is to move. All processors find the same.
    static Threats of(const Position::Cells& own, const Position::Cells& enemy, const Position::Cells& empty) {
        return best_(own, enemy, empty);
    }

private:
    using Find = Threats (*)(const Position::Cells&, const Position::Cells&, const Position::Cells&);
    static Find best();
    static const Find best_;
};

}  // namespace garlic::tiaojia
