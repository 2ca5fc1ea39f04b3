// What EscapeTable says of garlics near destroyers, held against the same chances followed one by one: from
// every place of all three, for as many rounds as it looks ahead. Prints ok.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/escape.h"
#include "stars_small_maps.h"

using namespace garlic;
using namespace garlic::stars;

namespace {

constexpr int kRounds = 12;
constexpr double kOtherAway = 6;

class Chances {
public:
    Chances(const Maze& maze, bool hunting) : maze_(maze), hunting_(hunting) {}

    // After the garlic's step, before the destroyers': the probability that it is caught.
    double caught(Cell garlic, Cell first, Cell second, int rounds) {
        if (garlic == first || garlic == second) return 1;
        if (rounds == 0) return 0;
        const auto [place, is_new] = known_.try_emplace({garlic, first, second, rounds});
        if (!is_new) return place->second;
        double sum = 0;
        for (const auto& [one, chance] : drift(garlic, first))
            for (const auto& [two, other_chance] : drift(garlic, second))
                sum += chance * other_chance * caught_before_step(garlic, one, two, rounds - 1);
        known_[{garlic, first, second, rounds}] = sum;
        return sum;
    }

private:
    double caught_before_step(Cell garlic, Cell first, Cell second, int rounds) {
        if (garlic == first || garlic == second) return 1;
        double least = caught(garlic, first, second, rounds);
        for (const Cell there : maze_.around(garlic)) least = std::min(least, caught(there, first, second, rounds));
        return least;
    }

    std::vector<std::pair<Cell, double>> drift(Cell garlic, Cell destroyer) const {
        const Maze::Steps steps = maze_.steps_to(garlic, 0);
        std::vector<Cell> all, closer;
        for (const Cell there : maze_.around(destroyer)) {
            all.push_back(there);
            if (steps[there] < steps[destroyer]) closer.push_back(there);
        }
        if (all.empty() || steps[destroyer] == Maze::kFar) return {{destroyer, 1.0}};  // it never comes here
        const double hunts = hunting_ ? kOtherAway / (kOtherAway + steps[destroyer]) : 0;
        std::vector<std::pair<Cell, double>> found;
        for (const Cell there : all) found.emplace_back(there, (1 - hunts) / static_cast<double>(all.size()));
        for (const Cell there : closer) found.emplace_back(there, hunts / static_cast<double>(closer.size()));
        return found;
    }

    const Maze& maze_;
    bool hunting_;
    std::map<std::tuple<Cell, Cell, Cell, int>, double> known_;
};

int check(const char* text, bool hunting) {
    const Position game = Position::parse(text);
    const Maze& maze = game.maze();
    const EscapeTable escape(maze, hunting);
    if (!escape.known()) return 1;
    Chances chances(maze, hunting);
    int wrong = 0;
    std::vector<Cell> open;
    for (Cell cell = 0; cell < maze.cells(); ++cell)
        if (maze.open(cell)) open.push_back(cell);
    for (const Cell garlic : open)
        for (const Cell first : open)
            for (const Cell second : open) {
                const double found = escape.danger(garlic, first, second);
                const double right = chances.caught(garlic, first, second, kRounds);
                if (std::abs(found - right) < 0.003) continue;
                ++wrong;
                std::printf("%s: %d %d %d: %f, not %f\n", text, garlic, first, second, found, right);
            }
    return wrong;
}

}  // namespace

int main() { return check_small_maps(check); }
