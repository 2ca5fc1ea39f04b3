// The expected points of a garlic that is left alone on the map.
#pragma once

#include "games/stars/planning/policy.h"
#include "games/stars/rules.h"
#include "games/stars/tables/maze_tables.h"

namespace garlic::stars {

class SoloEvaluation {
public:
    // Simulates chases from super stars, always the same ones, to estimate their points.
    SoloEvaluation(const Maze& maze, const MazeTables& tables, const Policy& policy, const State& start);

    // The expected points until the end for a normal garlic on that cell. A strong one gets the points of its chase
    // in addition.
    double points(const State& state, Cell garlic) const;

private:
    const Maze& maze_;
    const MazeTables& tables_;
    double chase_points_ = 0;  // mean points of a chase from a super star, with the destroyers anywhere
};

}  // namespace garlic::stars
