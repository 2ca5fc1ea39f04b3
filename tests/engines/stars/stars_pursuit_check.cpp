// What PursuitTable says of a robber and its victim, held against the same game played by two who answer, again and
// again, what the other one did so far (fictitious play). Prints ok.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/pursuit.h"
#include "stars_small_maps.h"

using namespace garlic;
using namespace garlic::stars;

namespace {

constexpr int kMostRounds = 6;
constexpr int kTurns = 8'000;
constexpr double kNearEnough = 0.02;  // probabilities are stored in bytes, and fictitious play is cut short

class Chases {
public:
    explicit Chases(const Maze& maze) : maze_(maze) {}

    // The probability that the victim is caught while the robber is strong, before both step.
    double caught(int rounds, Cell robber, Cell victim) {
        if (rounds == 0) return 0;
        const auto [place, is_new] = known_.try_emplace({rounds, robber, victim});
        if (!is_new) return place->second;
        std::vector<std::vector<double>> costs;
        for (const Cell to : choices(victim)) {
            costs.emplace_back();
            for (const Cell from : choices(robber))
                costs.back().push_back(to == from ? 1 : caught(rounds - 1, from, to));
        }
        return known_[{rounds, robber, victim}] = value(costs);
    }

private:
    std::vector<Cell> choices(Cell cell) const {
        std::vector<Cell> found{cell};
        for (const Cell there : maze_.around(cell)) found.push_back(there);
        return found;
    }

    static double value(const std::vector<std::vector<double>>& costs) {
        std::vector<double> of_rows(costs.size()), of_columns(costs[0].size());
        double least = 1, most = 0;
        std::size_t row = 0, column = 0;
        for (int turn = 1; turn <= kTurns && least - most > 1e-4; ++turn) {
            for (std::size_t index = 0; index < of_rows.size(); ++index) of_rows[index] += costs[index][column];
            for (std::size_t index = 0; index < of_columns.size(); ++index) of_columns[index] += costs[row][index];
            const auto best_row = std::min_element(of_rows.begin(), of_rows.end());
            const auto best_column = std::max_element(of_columns.begin(), of_columns.end());
            most = std::max(most, *best_row / turn);
            least = std::min(least, *best_column / turn);
            row = static_cast<std::size_t>(best_row - of_rows.begin());
            column = static_cast<std::size_t>(best_column - of_columns.begin());
        }
        return (least + most) / 2;
    }

    const Maze& maze_;
    std::map<std::tuple<int, Cell, Cell>, double> known_;
};

int check(const char* text, bool) {
    const Position game = Position::parse(text);
    const Maze& maze = game.maze();
    const PursuitTable pursuit(maze);
    Chases chases(maze);
    int wrong = 0, uncertain = 0;
    for (Cell robber = 0; robber < maze.cells(); ++robber)
        for (Cell victim = 0; victim < maze.cells(); ++victim)
            for (int rounds = 1; rounds <= kMostRounds && maze.open(robber) && maze.open(victim); ++rounds) {
                if (!pursuit.holds(robber, victim)) continue;  // unreachable
                const double found = pursuit.chance(rounds, robber, victim);
                const double right = chases.caught(rounds, robber, victim);
                uncertain += right > 0.1 && right < 0.9;
                if (std::abs(found - right) < kNearEnough) continue;
                ++wrong;
                std::printf("%s: %d rounds, %d after %d: %f, not %f\n", text, rounds, robber, victim, found, right);
            }
    if (uncertain == 0) std::printf("%s: nothing is uncertain\n", text);
    return wrong + (uncertain == 0);
}

}  // namespace

int main() { return check_small_maps(check); }
