// What Camp says of strong garlics near the birth cells, held against the rules' own rounds: every
// step of the garlic, every choice of chance, from every place of all three. Prints ok.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "games/stars.h"
#include "games/stars_camp.h"

using namespace garlic;
using namespace garlic::stars;

namespace {

// Follows a script of choices, then takes the first way and notes how many there were.
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

double best(const Maze& maze, const State& state, int rounds);

double mean(const Maze& maze, const State& state, const stars::Moves& moves, int rounds,
            std::vector<std::uint64_t>& script) {
    State after = state;
    Branching chance(script);
    after.play(maze, moves, chance);
    if (chance.sizes.size() == script.size()) return best(maze, after, rounds - 1);
    double sum = 0;
    const std::uint64_t ways = chance.sizes[script.size()];
    for (std::uint64_t way = 0; way < ways; ++way) {
        script.push_back(way);
        sum += mean(maze, state, moves, rounds, script);
        script.pop_back();
    }
    return sum / static_cast<double>(ways);
}

// The score that red, alone and strong for so many rounds, can expect in the end.
double best(const Maze& maze, const State& state, int rounds) {
    if (rounds == 0) return state.garlic(0).score;
    double most = -1e9;
    for (const Cell step : state.choices(maze, 0)) {
        std::vector<std::uint64_t> script;
        most = std::max(most, mean(maze, state, {step, kNowhere}, rounds, script));
    }
    return most;
}

int check(const char* text) {
    const Stars game = Stars::parse(text);
    const Maze& maze = game.maze();
    const Camp camp(maze);
    int wrong = 0;
    for (Cell garlic = 0; garlic < maze.cells(); ++garlic)
        for (Cell first = 0; first < maze.cells(); ++first)
            for (Cell second = 0; second < maze.cells(); ++second) {
                if (!maze.open(garlic) || !camp.holds(garlic, first, second)) continue;
                for (int rounds = 1; rounds <= 2; ++rounds) {
                    State state = game.state();
                    state.set_garlic(0, {garlic, static_cast<std::int16_t>(rounds), rounds});  // a point a round is lost
                    state.set_garlic(1, {maze.birth(0), kGone, 0});
                    state.set_destroyer(0, first);
                    state.set_destroyer(1, second);
                    const double found = camp.points(rounds, garlic, first, second);
                    const double right = best(maze, state, rounds);
                    if (std::abs(found - right) < 0.01) continue;
                    ++wrong;
                    std::printf("%s: %d %d %d, %d rounds: %f, not %f\n", text, garlic, first, second, rounds, found, right);
                }
            }
    return wrong;
}

}  // namespace

int main() {
    int wrong = 0;
    for (const char* text : {
             "..#./..../#... d0=0,0@0,0 d1=0,3@0,3 red=1,1:0:0 blue=1,2:0:0 round=0",
             "....#/.##../..... d0=0,0@0,0 d1=0,1@0,1 red=1,0:0:0 blue=2,2:0:0 round=0",
             "...#. d0=0,0@0,0 d1=0,4@0,4 red=0,1:0:0 blue=0,2:0:0 round=0",
         })
        wrong += check(text);
    if (wrong == 0) std::puts("ok");
    return wrong != 0;
}
