// What a garlic that is left alone on the map can still make of it.
#pragma once

#include "games/stars/planning/policy.h"
#include "games/stars/rules.h"
#include "games/stars/tables/maze_tables.h"

namespace garlic::stars {

class SoloEvaluation {
public:
    // Plays some chases from super stars, always the same ones, to see what they bring.
    SoloEvaluation(const Maze& maze, const MazeTables& tables, const Policy& policy, const State& start);

    // The points to be expected until the end, for a normal garlic there; the chase of one that is strong
    // comes on top.
    double points(const State& state, Cell garlic) const;

private:
    const Maze& maze_;
    const MazeTables& tables_;
    double chase_points_ = 0;  // from a super star, in the mean, the destroyers being anywhere
};

}  // namespace garlic::stars
