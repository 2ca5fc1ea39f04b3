// What a garlic that is left alone on the map can still make of it.
#pragma once

#include "games/stars.h"
#include "games/stars_ground.h"
#include "games/stars_policy.h"

namespace garlic::stars {

class Solo {
public:
    // Plays some chases from super stars, always the same ones, to see what they bring.
    Solo(const Maze& maze, const Ground& ground, const Policy& policy, const State& start);

    // The points to be expected until the end, for a normal garlic there; the chase of one that is strong
    // comes on top.
    double points(const State& state, Cell garlic) const;

private:
    const Maze& maze_;
    const Ground& ground_;
    double chase_points_ = 0;  // from a super star, in the mean, the destroyers being anywhere
};

}  // namespace garlic::stars
