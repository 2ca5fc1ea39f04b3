#include "games/stars/evaluation.h"

#include <algorithm>

#include "garlic/chance.h"

namespace garlic::stars {
namespace {

constexpr int kChases = 200;         // simulated to estimate their points
constexpr int kScattering = 60;      // rounds after which destroyers may be anywhere
constexpr double kUnknown = 400;     // points of a chase on mazes too large to simulate
constexpr double kStepsToSuper = 8;  // rounds on the way to a super star
constexpr double kStepsToStar = 1.5;

}  // namespace

SoloEvaluation::SoloEvaluation(const Maze& maze, const MazeTables& tables, const Policy& policy, const State& start)
    : maze_(maze), tables_(tables) {
    if (maze.supers().empty()) return;
    if (!maze.keeps_all_steps()) {
        chase_points_ = kUnknown;
        return;
    }
    Stream chance(1);
    State scattered = start;
    for (std::size_t seat = 0; seat < 2; ++seat)
        scattered.set_garlic(seat, {.cell = start.garlic(seat).cell, .status = kGone});
    for (int number = 0; number < kChases; ++number) {
        for (int round = 0; round < kScattering; ++round) scattered.play(maze, {kNowhere, kNowhere}, chance);
        State state = scattered;
        state.set_round(0);
        state.set_garlic(0, {.cell = maze.supers()[chance.below(maze.supers().size())], .status = kStrongest});
        Walker walker{{.style = Style::kCamp}};
        for (int round = 0; round < kStrongest; ++round)
            state.play(maze, {policy.step(state, 0, walker, chance.word()), kNowhere}, chance);
        const int stars = scattered.stars_left() - state.stars_left();
        chase_points_ += state.garlic(0).score - kStarPoints * stars - kRoundPoints * kStrongest;
    }
    chase_points_ /= kChases;
}

double SoloEvaluation::points(const State& state, Cell garlic) const {
    const double rounds = maze_.cells() - state.round();
    const double walked = std::min(rounds, kStepsToStar * state.stars_left());
    double sum = walked * (kStarPoints / kStepsToStar + kRoundPoints);
    // One chase after the other; the end of the game may cut the last one short.
    double left = rounds;
    const bool meets_destroyers = tables_.reaches(0, garlic) || tables_.reaches(1, garlic);
    for (const Cell cell : maze_.supers())
        if (meets_destroyers && state.has_star(cell)) {
            left -= kStepsToSuper;
            sum += chase_points_ * std::clamp(left / kStrongest, 0.0, 1.0);
            left -= kStrongest;
        }
    return sum;
}

}  // namespace garlic::stars
