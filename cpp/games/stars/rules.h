// Stars: two garlics, two destroyers, simultaneous moves. Rules: garlic/games/stars.
//
// Maze is what all states of a game share, State is what a search copies and plays on, Position is both together,
// for text and Python.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/stars/maze.h"
#include "garlic/chance.h"
#include "garlic/game.h"

namespace garlic::stars {

constexpr int kStarPoints = 10;
constexpr int kDestroyerPoints = 200;
constexpr int kRobbedPoints = -500;
constexpr int kSuicidePoints = -400;
constexpr int kRoundPoints = -1;
constexpr int kGone = -1;
constexpr int kNormal = 0;
constexpr int kStrongest = 20;

// A set of stars. It has room for the largest map, but only the words that a map needs are used or copied: two of
// them on 10x10.
class StarSet {
public:
    explicit StarSet(int cells) : words_(static_cast<std::size_t>(cells + 63) / 64) {
        std::fill_n(bits_.begin(), words_, 0);
    }
    StarSet(const StarSet& other) : words_(other.words_) { copy(other); }
    StarSet& operator=(const StarSet& other) {
        if (this == &other) return *this;
        words_ = other.words_;
        copy(other);
        return *this;
    }

    bool test(Cell cell) const { return (bits_[cell >> 6] >> (cell & 63)) & 1; }
    void set(Cell cell) { bits_[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    void reset(Cell cell) { bits_[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

private:
    void copy(const StarSet& other) { std::memcpy(bits_.data(), other.bits_.data(), words_ * sizeof(std::uint64_t)); }

    std::size_t words_;
    std::array<std::uint64_t, (kMaxCells + 63) / 64> bits_;
};

struct Garlic {
    Cell cell = 0;
    std::int16_t status = kNormal;  // kGone, kNormal, or the number of strong rounds left
    std::int32_t score = 0;

    bool gone() const { return status == kGone; }
    bool normal() const { return status == kNormal; }
    bool strong() const { return status > kNormal; }
};

enum class End { kNone, kBothGone, kAllRounds, kNoStar };

// The cells that red and blue move to. A cell that is not one step away is suicide, for instance kNowhere; the
// entry of a gone garlic is ignored.
using Moves = std::array<Cell, 2>;

class State {
public:
    State(const Maze& maze, std::array<Cell, 2> garlic_cells);

    const Garlic& garlic(std::size_t seat) const { return garlics_[seat]; }
    Cell destroyer(std::size_t number) const { return destroyers_[number]; }
    int round() const { return round_; }  // rounds played
    int stars_left() const { return stars_left_; }
    bool has_star(Cell cell) const { return stars_.test(cell); }

    // Do the destroyers hunt? Else they walk at random.
    bool hunted() const { return garlics_[0].normal() && garlics_[1].normal(); }

    void set_garlic(std::size_t seat, const Garlic& garlic) { garlics_[seat] = garlic; }
    void set_destroyer(std::size_t number, Cell cell) { destroyers_[number] = cell; }
    void set_round(int round) { round_ = round; }
    void add_star(Cell cell);

    End end(const Maze& maze) const {
        if (garlics_[0].gone() && garlics_[1].gone()) return End::kBothGone;
        if (round_ == maze.cells()) return End::kAllRounds;
        // The end is tested after a round: a map without stars plays one.
        return round_ > 0 && stars_left_ == 0 ? End::kNoStar : End::kNone;
    }

    // The moves of a seat without suicide: stay, up, down, left, right. None if it is gone.
    struct Choices {
        std::array<Cell, 5> cells;
        std::size_t size = 0;
        const Cell* begin() const { return cells.data(); }
        const Cell* end() const { return cells.data() + size; }
    };
    Choices choices(const Maze& maze, std::size_t seat) const {
        Choices found;
        if (garlics_[seat].gone()) return found;
        found.cells[found.size++] = garlics_[seat].cell;
        for (const Cell there : maze.around(garlics_[seat].cell)) found.cells[found.size++] = there;
        return found;
    }

    // One round; the game must not be over. The stages, in order, are those of the rules.
    template <Chance C>
    void play(const Maze& maze, const Moves& moves, C& chance) {
        move_garlics(maze, moves);
        garlic_robs_garlic();
        garlics_eat_destroyers(maze);
        destroyers_rob_garlics();
        collect_stars(maze);
        move_destroyers(maze, chance);
        garlics_eat_destroyers(maze);
        destroyers_rob_garlics();
        count_down();
        ++round_;
    }

    void collect_stars(const Maze& maze);

private:
    void move_garlics(const Maze& maze, const Moves& moves);
    void garlic_robs_garlic();
    void garlics_eat_destroyers(const Maze& maze);
    void destroyers_rob_garlics();
    template <Chance C>
    void move_destroyers(const Maze& maze, C& chance);
    template <Chance C>
    static Cell hunt(const Maze& maze, Cell here, Maze::Steps to_red, Maze::Steps to_blue, C& chance);
    void count_down();

    std::array<Garlic, 2> garlics_;
    std::array<Cell, 2> destroyers_;
    std::int32_t round_ = 0;
    std::int32_t stars_left_ = 0;
    StarSet stars_;
};

inline void State::move_garlics(const Maze& maze, const Moves& moves) {
    for (std::size_t seat = 0; seat < 2; ++seat) {
        Garlic& garlic = garlics_[seat];
        if (garlic.gone() || moves[seat] == garlic.cell) continue;
        const auto& around = maze.around(garlic.cell);
        if (std::find(around.begin(), around.end(), moves[seat]) != around.end()) {
            garlic.cell = moves[seat];
        } else {
            garlic.score += kSuicidePoints;
            garlic.status = kGone;
        }
    }
}

inline void State::garlic_robs_garlic() {
    if (garlics_[0].cell != garlics_[1].cell) return;
    for (std::size_t seat = 0; seat < 2; ++seat) {
        Garlic& robber = garlics_[seat];
        Garlic& victim = garlics_[1 - seat];
        if (!robber.strong() || !victim.normal()) continue;
        const std::int32_t loot = victim.score >> 1;  // rounded down, so half of -3 is -2
        robber.score += loot;
        victim.score -= loot;
        victim.status = kGone;
    }
}

inline void State::garlics_eat_destroyers(const Maze& maze) {
    for (std::size_t number = 0; number < 2; ++number) {
        bool eaten = false;
        for (Garlic& garlic : garlics_)
            if (garlic.strong() && garlic.cell == destroyers_[number]) {
                garlic.score += kDestroyerPoints;
                eaten = true;
            }
        if (eaten) destroyers_[number] = maze.birth(number);
    }
}

inline void State::destroyers_rob_garlics() {
    for (Garlic& garlic : garlics_)
        if (garlic.normal() && (garlic.cell == destroyers_[0] || garlic.cell == destroyers_[1])) {
            garlic.score += kRobbedPoints;
            garlic.status = kGone;
        }
}

inline void State::collect_stars(const Maze& maze) {
    // Both may be on the same star: it is removed after both have got it.
    for (Garlic& garlic : garlics_)
        if (!garlic.gone() && stars_.test(garlic.cell)) {
            garlic.score += kStarPoints;
            if (maze.super(garlic.cell)) garlic.status = kStrongest;
        }
    for (const Garlic& garlic : garlics_)
        if (!garlic.gone() && stars_.test(garlic.cell)) {
            stars_.reset(garlic.cell);
            --stars_left_;
        }
}

template <Chance C>
void State::move_destroyers(const Maze& maze, C& chance) {
    if (hunted()) {
        const Maze::Steps to_red = maze.steps_to(garlics_[0].cell, 0);
        const Maze::Steps to_blue = maze.steps_to(garlics_[1].cell, 1);
        for (Cell& destroyer : destroyers_) destroyer = hunt(maze, destroyer, to_red, to_blue, chance);
        return;
    }
    for (Cell& destroyer : destroyers_) {
        const auto& around = maze.around(destroyer);
        if (around.size() > 0) destroyer = around[chance.below(around.size())];
    }
}

// The step of a destroyer that hunts one of two normal garlics: the nearer is the likelier target.
template <Chance C>
Cell State::hunt(const Maze& maze, Cell here, Maze::Steps to_red, Maze::Steps to_blue, C& chance) {
    const std::uint64_t red = to_red[here];
    const std::uint64_t blue = to_blue[here];
    Maze::Steps target = to_red;
    if (red == Maze::kFar) {
        if (blue == Maze::kFar) return here;
        target = to_blue;
    } else if (blue != Maze::kFar) {
        target = chance.below(red + blue) < blue ? to_red : to_blue;
    }
    std::array<Cell, 4> nearer;
    std::size_t count = 0;
    for (const Cell there : maze.around(here)) {
        nearer[count] = there;
        count += target[there] < target[here];
    }
    return count > 0 ? nearer[chance.below(count)] : here;
}

inline void State::count_down() {
    for (Garlic& garlic : garlics_) {
        if (garlic.gone()) continue;
        garlic.score += kRoundPoints;
        if (garlic.strong()) --garlic.status;
    }
}

// A position of Stars, for text and Python.
class Position {
public:
    static constexpr bool kFinishedIsLeaf = false;

    // `before`, a position of the same game, shares its maze with all computed distances.
    static Position parse(std::string_view text, const Position* before = nullptr);
    std::string str() const;

    // The cell named by text like "3,4": kNowhere for cells off the map, which are suicide.
    Cell parse_move(std::string_view text) const;
    std::string move_str(Cell cell) const;

    const Maze& maze() const { return *maze_; }
    const State& state() const { return state_; }
    End end() const { return state_.end(*maze_); }

    // The position after one round; ParseError if the game is over.
    template <Chance C>
    Position after(const Moves& moves, C& chance) const {
        if (end() != End::kNone) throw ParseError("the game is over");
        Position next = *this;
        next.state_.play(*next.maze_, moves, chance);
        return next;
    }

    // Can no destroyer ever meet a garlic that is in the game? Then chance decides nothing.
    bool walled_in() const;

    // The number of lines of `depth` joint moves; ParseError unless walled_in().
    std::uint64_t perft(int depth) const;

    // Plays random moves for that many rounds, restarting after each end, and returns the sum of the final scores: for
    // comparisons and speed measurements.
    std::int64_t random_rounds(std::uint64_t seed, std::int64_t rounds) const;

private:
    Position(std::shared_ptr<const Maze> maze, const State& state) : maze_(std::move(maze)), state_(state) {}

    std::shared_ptr<const Maze> maze_;
    State state_;
};

}  // namespace garlic::stars
