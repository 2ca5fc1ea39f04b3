#include "games/stars/lab.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "games/stars/planning/safe_walks.h"

namespace garlic::stars {
namespace {

int manhattan(const Maze& maze, Cell one, Cell two) {
    const int columns = maze.columns();
    return std::abs(one / columns - two / columns) + std::abs(one % columns - two % columns);
}

std::optional<Cell> destroyer_beside(const View& view) {
    for (const Cell there : view.maze.around(view.me().cell))
        if (view.is_destroyer(there)) return there;
    return std::nullopt;
}

class Stand final : public Baseline {
public:
    Cell choose(const Maze&, const State& state, std::size_t seat) override { return state.garlic(seat).cell; }
};

// Any step that is not next to a destroyer, if one of a hundred draws finds it.
class Random final : public Baseline {
public:
    explicit Random(std::uint64_t seed) : chance_(seed) {}

    Cell choose(const Maze& maze, const State& state, std::size_t seat) override {
        const View view{maze, state, seat};
        const Cell here = view.me().cell;
        for (int draw = 0; draw < 100; ++draw) {
            const std::optional<Cell> there = neighbour(maze, here, chance_.below(4));
            if (there && (view.me().strong() || !beside_destroyer(view, *there))) return *there;
        }
        return here;
    }

private:
    static std::optional<Cell> neighbour(const Maze& maze, Cell here, std::uint64_t direction) {
        constexpr int kDown[] = {-1, 1, 0, 0};
        constexpr int kRight[] = {0, 0, -1, 1};
        const int row = here / maze.columns() + kDown[direction];
        const int column = here % maze.columns() + kRight[direction];
        if (row < 0 || row >= maze.rows() || column < 0 || column >= maze.columns()) return std::nullopt;
        const Cell there = maze.cell(row, column);
        return maze.open(there) ? std::optional(there) : std::nullopt;
    }

    static bool beside_destroyer(const View& view, Cell cell) {
        return manhattan(view.maze, cell, view.state.destroyer(0)) <= 1 ||
               manhattan(view.maze, cell, view.state.destroyer(1)) <= 1;
    }

    Stream chance_;
};

// Keeps away from everybody, approaches when strong. Ignores walls.
class Easy final : public Baseline {
public:
    Cell choose(const Maze& maze, const State& state, std::size_t seat) override {
        const View view{maze, state, seat};
        const int sign = view.me().strong() ? -1 : 1;
        Cell best = kNowhere;
        int most = 0;
        for (const Cell there : state.choices(maze, seat)) {
            const int score = sign * nearest(view, there);
            if (best == kNowhere || score > most) {
                best = there;
                most = score;
            }
        }
        return best;
    }

private:
    static int nearest(const View& view, Cell cell) {
        return std::min({manhattan(view.maze, cell, view.other().cell),
                         manhattan(view.maze, cell, view.state.destroyer(0)),
                         manhattan(view.maze, cell, view.state.destroyer(1))});
    }
};

// Shared by the three planners: they compare who reaches a cell first.
class WalkPlanner : public Baseline {
public:
    explicit WalkPlanner(int reach) : reach_(reach) {}

    Cell choose(const Maze& maze, const State& state, std::size_t seat) final {
        const View view{maze, state, seat};
        const Enemies enemies(view);
        if (view.me().strong())
            if (const auto prey = destroyer_beside(view)) return *prey;
        return plan(view, enemies);
    }

protected:
    virtual Cell plan(const View& view, const Enemies& enemies) = 0;

    // The step to the nearest super star, else to the nearest star.
    std::optional<Cell> to_star(const View& view) {
        if (const auto super = to_super(view)) return super;
        const auto star = walks_.nearest([&](const auto& goal) { return view.state.has_star(goal.cell); });
        return star ? std::optional(star->first) : std::nullopt;
    }

    std::optional<Cell> to_super(const View& view) {
        const auto may_be_near = [&](Cell cell) {
            return view.state.has_star(cell) && manhattan(view.maze, cell, view.me().cell) <= reach_;
        };
        if (std::ranges::none_of(view.maze.supers(), may_be_near)) return std::nullopt;
        const auto super = walks_.nearest([&](const auto& goal) { return is_super(view, goal.cell); });
        return super ? std::optional(super->first) : std::nullopt;
    }

    static bool is_super(const View& view, Cell cell) { return view.state.has_star(cell) && view.maze.super(cell); }

    // As far from the enemies as one step allows, preferring cells with more ways out.
    static Cell flee(const View& view, const Enemies& enemies) {
        Cell best = view.me().cell;
        int most = -1;
        for (const Cell there : view.state.choices(view.maze, view.seat)) {
            const int score = 8 * std::min(enemies[there], 1000) + view.ways_out(there);
            if (score > most) {
                best = there;
                most = score;
            }
        }
        return best;
    }

    int reach_;  // steps to the farthest star that it considers
    SafeWalks walks_;
};

class Medium final : public WalkPlanner {
public:
    using WalkPlanner::WalkPlanner;

private:
    static constexpr int kCalm = 4;  // steps to the nearest enemy

    Cell plan(const View& view, const Enemies& enemies) override {
        if (view.other().gone() && view.me().score + kSuicidePoints > view.other().score) return kNowhere;
        walks_.begin(view, enemies, {.reach = reach_});
        if (const auto step = to_star(view)) return *step;
        return enemies[view.me().cell] > kCalm ? drift(view) : flee(view, enemies);
    }

    // Towards the centre of the remaining stars.
    Cell drift(const View& view) {
        int rows = 0, columns = 0, count = 0;
        for (int cell = 0; cell < view.maze.cells(); ++cell)
            if (view.state.has_star(static_cast<Cell>(cell))) {
                rows += cell / view.maze.columns();
                columns += cell % view.maze.columns();
                ++count;
            }
        Cell best = view.me().cell;
        if (count == 0) return best;
        const Cell middle = view.maze.cell(rows / count, columns / count);
        const auto nearer = [&](const auto& goal) {
            return manhattan(view.maze, goal.cell, middle) < manhattan(view.maze, best, middle);
        };
        while (const auto goal = walks_.nearest(nearer, 1)) best = goal->cell;
        return best;
    }
};

class Camper final : public WalkPlanner {
public:
    using WalkPlanner::WalkPlanner;

private:
    Cell plan(const View& view, const Enemies& enemies) override {
        walks_.begin(view, enemies, {.avoid_dead_ends = true, .reach = reach_});
        if (view.me().strong())
            if (const auto step = camp(view, enemies)) return *step;
        if (const auto step = to_star(view)) return *step;
        return flee(view, enemies);
    }

    // Where the destroyers spawn, or here if one may walk into the garlic next.
    std::optional<Cell> camp(const View& view, const Enemies& enemies) {
        const Cell here = view.me().cell;
        if (view.strong_after(2) && enemies[here] == 2) return here;
        if (is_exit(view, here)) return here;
        const auto exit = walks_.nearest([&](const auto& goal) { return is_exit(view, goal.cell); }, view.me().status);
        return exit ? std::optional(exit->first) : std::nullopt;
    }

    static bool is_exit(const View& view, Cell cell) {
        for (const Cell there : view.maze.around(cell))
            if (there == view.maze.birth(0) || there == view.maze.birth(1)) return true;
        return false;
    }
};

class Collector final : public WalkPlanner {
public:
    using WalkPlanner::WalkPlanner;

private:
    static constexpr int kSmall = 120, kMiddle = 500;  // cells of a map
    static constexpr int kDetour = 4;                  // steps that a contested star may be farther away
    static constexpr int kReach = 6;                   // steps within which the opponent contests a star

    Cell plan(const View& view, const Enemies& enemies) override {
        const int cells = view.maze.cells();
        opponent_ = view.maze.steps_to(view.other().cell, 2);  // the same slot as among the enemies
        for (int margin = cells > kMiddle ? 2 : 1; margin >= 0; --margin) {
            walks_.begin(view, enemies, {.margin = margin, .avoid_dead_ends = true, .reach = reach_});
            if (cells <= kSmall)
                if (const auto super = walks_.nearest([&](const auto& goal) {
                        return is_super(view, goal.cell) && goal.steps <= opponent_[goal.cell];
                    }))
                    return super->first;
            if (const auto step = cells <= kMiddle ? contested(view) : any(view)) return *step;
        }
        return flee(view, enemies);
    }

    std::optional<Cell> any(const View& view) {
        const auto star = walks_.nearest([&](const auto& goal) { return view.state.has_star(goal.cell); });
        return star ? std::optional(star->first) : std::nullopt;
    }

    // The nearest star, or one slightly farther that the opponent could take soon.
    std::optional<Cell> contested(const View& view) {
        const auto star = [&](const auto& goal) { return view.state.has_star(goal.cell); };
        const auto close = walks_.nearest(star);
        if (!close) return std::nullopt;
        if (view.other().gone()) return close->first;
        const auto shared = walks_.nearest(
            [&](const auto& goal) {
                return star(goal) && opponent_[goal.cell] >= goal.steps && opponent_[goal.cell] <= kReach;
            },
            close->steps + kDetour);
        return shared ? shared->first : close->first;
    }

    Maze::Steps opponent_ = nullptr;  // of the opponent
};

}  // namespace

std::unique_ptr<Baseline> make_baseline(std::string_view name, std::uint64_t seed, int reach) {
    if (name == "stand") return std::make_unique<Stand>();
    if (name == "random") return std::make_unique<Random>(seed);
    if (name == "easy") return std::make_unique<Easy>();
    if (name == "medium") return std::make_unique<Medium>(reach);
    if (name == "camper") return std::make_unique<Camper>(reach);
    if (name == "collector") return std::make_unique<Collector>(reach);
    return nullptr;
}

}  // namespace garlic::stars
