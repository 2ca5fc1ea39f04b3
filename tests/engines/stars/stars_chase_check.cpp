// What ChaseTable says of strong garlics near the birth cells, held against the rules' own rounds: every
// step of the garlic, every choice of chance, from every place of all three. Prints ok.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/chase.h"
#include "games/stars/tables/escape.h"
#include "stars_small_maps.h"

using namespace garlic;
using namespace garlic::stars;

namespace {

// Follows a script of choices, then takes the first branch and counts the branches.
class Branching {
public:
    explicit Branching(const std::vector<std::uint64_t>& script) : script_(script) {}

    std::uint64_t below(std::uint64_t count) {
        if (count == 1) return 0;
        sizes.push_back(count);
        return sizes.size() <= script_.size() ? script_[sizes.size() - 1] : 0;
    }

    std::vector<std::uint64_t> sizes;

private:
    const std::vector<std::uint64_t>& script_;
};

// A chase, and its value once the garlic is no longer strong; nothing if the game is over by then.
struct Chase {
    const Maze& maze;
    const EscapeTable* afterwards;

    double danger(const State& state, Cell step) const {
        return afterwards->danger(step, state.destroyer(0), state.destroyer(1));
    }
};

double best(const Chase& chase, const State& state, int rounds);

double mean(const Chase& chase, const State& state, const stars::Moves& moves, int rounds,
            std::vector<std::uint64_t>& script) {
    State after = state;
    Branching chance(script);
    after.play(chase.maze, moves, chance);
    if (chance.sizes.size() == script.size()) return best(chase, after, rounds - 1);
    double sum = 0;
    const std::uint64_t ways = chance.sizes[script.size()];
    for (std::uint64_t way = 0; way < ways; ++way) {
        script.push_back(way);
        sum += mean(chase, state, moves, rounds, script);
        script.pop_back();
    }
    return sum / static_cast<double>(ways);
}

// The expected final score of red, alone and strong for that many rounds.
double best(const Chase& chase, const State& state, int rounds) {
    const int score = state.garlic(0).score;
    if (rounds == 0 && chase.afterwards == nullptr) return score;
    double most = -1e9;
    for (const Cell step : state.choices(chase.maze, 0)) {
        std::vector<std::uint64_t> script;
        const double value = rounds > 0 ? mean(chase, state, {step, kNowhere}, rounds, script)
                                        : score - 500.0 * chase.danger(state, step);
        most = std::max(most, value);
    }
    return most;
}

int check(const char* text, bool ends) {
    const Position game = Position::parse(text);
    const Maze& maze = game.maze();
    const EscapeTable escape(maze, true);
    const Chase chase{maze, ends ? &escape : nullptr};
    const ChaseTable table(maze, 2, chase.afterwards);
    int wrong = 0;
    for (Cell garlic = 0; garlic < maze.cells(); ++garlic)
        for (Cell first = 0; first < maze.cells(); ++first)
            for (Cell second = 0; second < maze.cells(); ++second) {
                if (!maze.open(garlic) || !table.holds(garlic, first, second)) continue;
                for (int rounds = 1; rounds <= 2; ++rounds) {
                    State state = game.state();
                    state.set_garlic(0, {garlic, static_cast<std::int16_t>(rounds), rounds});  // a point a round is lost
                    state.set_garlic(1, {maze.birth(0), kGone, 0});
                    state.set_destroyer(0, first);
                    state.set_destroyer(1, second);
                    const double found = table.points(rounds, garlic, first, second);
                    const double right = best(chase, state, rounds);
                    if (std::abs(found - right) < 0.26) continue;  // stored in halves
                    ++wrong;
                    std::printf("%s: %d %d %d, %d rounds: %f, not %f\n", text, garlic, first, second, rounds, found, right);
                }
            }
    return wrong;
}

}  // namespace

int main() { return check_small_maps(check); }
