#include "games/stars/tables/escape.h"

#include <algorithm>
#include <cmath>

namespace garlic::stars {
namespace {

constexpr int kRounds = 12;                   // the horizon
constexpr float kOtherAway = 6;               // assumed steps from a destroyer to the other garlic
constexpr std::size_t kMostStates = 350'000;  // computed in about 0.05 s
constexpr std::size_t kFewestNear = 12;

// Cells covered around each cell; 0 if too few would be possible.
std::size_t covered_cells(const Maze& maze) {
    const std::size_t open = NearestCells::count_open(maze);
    const double side = std::sqrt(static_cast<double>(kMostStates) / static_cast<double>(open));
    const std::size_t near = std::min({static_cast<std::size_t>(side) - 1, open, NearestCells::kMost});
    return maze.keeps_all_steps() && near >= std::min(kFewestNear, open) ? near : 0;
}

}  // namespace

EscapeTable::EscapeTable(const Maze& maze, bool hunting) : nearest_(maze, covered_cells(maze)) {
    if (known()) solve(maze, list_drifts(maze, hunting));
}

std::vector<EscapeTable::Drift> EscapeTable::list_drifts(const Maze& maze, bool hunting) const {
    std::vector<Drift> drifts(nearest_.count() * (nearest_.size() + 1));
    for (std::size_t garlic = 0; garlic < nearest_.count(); ++garlic) {
        const Maze::Steps steps = maze.steps_to(nearest_.cell(garlic), 0);
        for (std::size_t from = 0; from <= nearest_.size(); ++from) {
            Drift& drift = drifts[garlic * (nearest_.size() + 1) + from];
            const Cell cell = nearest_.at(garlic, from);
            if (cell == kNowhere || maze.around(cell).size() == 0) {  // beyond the table it stays
                drift = {{static_cast<std::uint8_t>(from)}, {1}, 1};
                continue;
            }
            const auto& around = maze.around(cell);
            const auto is_closer = [&](Cell there) { return steps[there] < steps[cell]; };
            const auto closer = static_cast<float>(std::count_if(around.begin(), around.end(), is_closer));
            const float hunted =
                hunting && closer > 0 ? kOtherAway / (kOtherAway + static_cast<float>(steps[cell])) : 0;
            for (const Cell there : around) {
                drift.to[drift.count] = static_cast<std::uint8_t>(nearest_.rank(garlic, there));
                drift.chance[drift.count++] =
                    (1 - hunted) / static_cast<float>(around.size()) + (is_closer(there) ? hunted / closer : 0);
            }
        }
    }
    return drifts;
}

// Backward induction: the garlic's best step, then the destroyers' random ones.
void EscapeTable::solve(const Maze& maze, const std::vector<Drift>& drifts) {
    const std::size_t states = nearest_.count() * (nearest_.size() + 1) * (nearest_.size() + 1);
    std::vector<float> safe(states, 1), best(states);
    for (std::size_t garlic = 0; garlic < nearest_.count(); ++garlic)
        for (std::size_t rank = 0; rank <= nearest_.size(); ++rank)
            safe[at(garlic, 0, rank)] = safe[at(garlic, rank, 0)] = 0;
    for (int round = 0; round < kRounds; ++round) {
        flee(maze, safe, best);
        pursue(drifts, best, safe);
    }
    danger_.resize(states);
    for (std::size_t state = 0; state < states; ++state)
        danger_[state] = static_cast<std::uint8_t>(std::lround((1 - safe[state]) * kCertain));
}

void EscapeTable::flee(const Maze& maze, const std::vector<float>& safe, std::vector<float>& best) const {
    const auto seen_from = [&](std::size_t to, std::size_t garlic, std::size_t rank_before) {
        const Cell cell = nearest_.at(garlic, rank_before);
        return cell == kNowhere ? nearest_.size() : nearest_.rank(to, cell);
    };
    std::vector<std::size_t> ranks(nearest_.size() + 1);
    for (std::size_t garlic = 0; garlic < nearest_.count(); ++garlic) {
        const float* stays = &safe[at(garlic, 0, 0)];
        float* found = &best[at(garlic, 0, 0)];
        std::copy_n(stays, (nearest_.size() + 1) * (nearest_.size() + 1), found);
        for (const Cell there : maze.around(nearest_.cell(garlic))) {
            const std::size_t to = nearest_.number(there);
            for (std::size_t rank = 0; rank <= nearest_.size(); ++rank) ranks[rank] = seen_from(to, garlic, rank);
            for (std::size_t first = 1; first <= nearest_.size(); ++first)  // at 0 it is caught before it can step
                for (std::size_t second = 1; second <= nearest_.size(); ++second) {
                    float& value = found[first * (nearest_.size() + 1) + second];
                    value = std::max(value, safe[at(to, ranks[first], ranks[second])]);
                }
        }
    }
}

void EscapeTable::pursue(const std::vector<Drift>& drifts, const std::vector<float>& best,
                         std::vector<float>& safe) const {
    const std::size_t side = nearest_.size() + 1;
    std::vector<float> half(side * side);
    for (std::size_t garlic = 0; garlic < nearest_.count(); ++garlic) {
        const Drift* ways_of = &drifts[garlic * side];
        const float* before = &best[at(garlic, 0, 0)];
        for (std::size_t first = 0; first < side; ++first)
            for (std::size_t second = 0; second < side; ++second) {
                float sum = 0;
                for (std::size_t way = 0; way < ways_of[second].count; ++way)
                    sum += ways_of[second].chance[way] * before[first * side + ways_of[second].to[way]];
                half[first * side + second] = sum;
            }
        for (std::size_t first = 1; first < side; ++first)
            for (std::size_t second = 1; second < side; ++second) {
                float sum = 0;
                for (std::size_t way = 0; way < ways_of[first].count; ++way)
                    sum += ways_of[first].chance[way] * half[ways_of[first].to[way] * side + second];
                safe[at(garlic, first, second)] = sum;
            }
    }
}

}  // namespace garlic::stars
