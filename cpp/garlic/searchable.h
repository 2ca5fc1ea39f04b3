// What a position must know to be searched, and what it may know to be searched better.
//
// An engine is one class: the game's position (usually derived from the rules' class) with an
// evaluation. Everything else is a finer concept: the search looks at compile time whether the
// class offers it. To make an engine for a new game: derive, write evaluate() and final_score(),
// then add what helps, concept by concept. `games/tiaojia/player.h` is an example.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "garlic/game.h"
#include "garlic/limits.h"
#include "garlic/score.h"
#include "garlic/table.h"

namespace garlic {

template <class P>
concept Searchable = TurnGame<P> && std::copyable<P> && requires(const P& view) {
    { view.evaluate() } -> std::same_as<Score>;      // for the mover; points(), never a win or a loss
    { view.final_score() } -> std::same_as<Score>;   // for the mover once the game is over: win_in(0), kDraw, points
    { P::kPointScale } -> std::convertible_to<int>;  // how much of a Score one point of the game is
};

// Knows without listing moves whether the game is over.
template <class P>
concept KnowsEnd = requires(const P& view) {
    { view.over() } -> std::same_as<bool>;
};

// Has a key that tells positions apart, history included where it matters: gets the table.
template <class P>
concept Hashed = requires(const P& view) {
    { view.key() } -> std::same_as<std::uint64_t>;
};

// Says the key while a move is still being made: what the table knows is fetched meanwhile.
template <class P>
concept AnnouncesKey = Hashed<P> && requires(P game, typename P::Move move, void (*announce)(std::uint64_t)) {
    { game.make(move, announce) } -> std::same_as<typename P::Undo>;
};

// Can tell whether a move, perhaps of another position, is legal here: the table's move is then
// tried before any is listed.
template <class P>
concept ChecksMoves = requires(const P& view, typename P::Move move) {
    { view.is_legal(move) } -> std::same_as<bool>;
};

// Gives moves a place in history tables of its own size; other games share a hashed one.
template <class P>
concept IndexesMoves = requires(typename P::Move move) {
    { P::move_index(move) } -> std::convertible_to<std::size_t>;  // below kMoveIndices
    { P::kMoveIndices } -> std::convertible_to<std::size_t>;
};

// Names a move by what moves and to where, in this position: gets history of what is good after
// what. Before the move is made; below kFollowIndices.
template <class P>
concept FollowsMoves = requires(const P& view, typename P::Move move) {
    { view.follow_index(move) } -> std::convertible_to<std::size_t>;
    { P::kFollowIndices } -> std::convertible_to<std::size_t>;
};

// Judges moves before they are tried. hints() looks at the position once and returns a function
// from a move to a number: above 0 for loud moves (captures), the most promising highest; 0 for
// quiet ones, which history sorts; below 0 for moves that look bad.
template <class P>
concept HintsMoves = requires(const P& view, typename P::Move move) {
    { view.hints()(move) } -> std::convertible_to<int>;
};

// Adds to history when quiet moves are sorted; about -1000 to 1000.
template <class P>
concept HintsQuietMoves = requires(const P& view, typename P::Move move) {
    { view.quiet_hints()(move) } -> std::convertible_to<int>;
};

// The same by the depth that is left: the more there is to search, the more a good order may cost.
// What it says may be far above history, and then decides alone.
template <class P>
concept HintsQuietMovesByDepth = requires(const P& view, typename P::Move move, int depth) {
    { view.quiet_hints(depth)(move) } -> std::convertible_to<int>;
};

// Names the moves to look at when the depth is used up; `below` counts plies beneath it, from 0.
// The mover may always decline them and take evaluate(), unless in_check() says otherwise.
template <class P>
concept HasNoisyMoves = requires(const P& view, MoveList<P>& out, int below) {
    { view.noisy_moves(out, below) } -> std::same_as<void>;
};

// Bounds what a noisy move can bring at once, in score units; `hint` is what hints() says of it.
template <class P>
concept BoundsGain = requires(const P& view, typename P::Move move, int hint) {
    { view.most_gain(move, hint) } -> std::same_as<Score>;
};

// Has a threat that must be answered: such nodes are searched deeper and never guessed at. Where
// KnowsEnd is missing, quiescence takes it that a game does not end without one.
template <class P>
concept HasChecks = requires(const P& view) {
    { view.in_check() } -> std::same_as<bool>;
};

// Bounds, loosely, how far the score moves within `depth` plies: allows futility cuts.
template <class P>
concept BoundsSwing = requires(int depth) {
    { P::swing(depth) } -> std::same_as<Score>;
};

// Can let the other side move twice, where that says something (no zugzwang).
template <class P>
concept HasNullMove = requires(P game, const P& view, typename P::Undo undo) {
    { view.may_skip() } -> std::same_as<bool>;
    { game.skip() } -> std::same_as<typename P::Undo>;
    { game.unskip(undo) } -> std::same_as<void>;
};

// Knows how well a shallower search foretells a deeper one, and so may take its word where it is
// clear enough (multi-ProbCut). shallower(depth) is the depth to ask, 0 where none is worth it;
// foresight_error() one standard deviation of the difference.
template <class P>
concept Foresees = requires(const P& view, int depth) {
    { P::shallower(depth) } -> std::convertible_to<int>;
    { view.foresight_error(depth, depth) } -> std::same_as<Score>;  // shallow, deep
};

// Knows what a repeated position is worth to the mover, and whether a draw was reached by counting;
// nothing where play goes on. `ply` counts from the root: a return to a position that far back may
// be taken for what it will lead to. With 0 the answer is that of the rules alone.
template <class P>
concept ScoresRepetition = requires(const P& view, int ply) {
    { view.repetition(ply) } -> std::same_as<std::optional<Score>>;
};

// Must end within so many plies. A search that deep is exact, and says so.
template <class P>
concept BoundsLength = requires(const P& view) {
    { view.plies_left() } -> std::convertible_to<int>;
};

// Has an exact solver for late positions. may_solve() is asked with the depth left, which may be 0;
// once true it stays true for all that follows. solve() is fail-soft and spends from the meter;
// once that is spent its result is thrown away. It may keep what it finds in the table, which is
// null where none is to be used.
template <class P>
concept SolvesEndgame = requires(P game, const P& view, int depth, Score bound, Meter& meter, Table* table) {
    { view.may_solve(depth) } -> std::same_as<bool>;
    { game.solve(bound, bound, meter, table) } -> std::same_as<Score>;
};

// Can look for a forced end in a way of its own, at any node: the score is a proof (win_in, loss_in,
// counted from the node), and `line` gets the moves to it, no more than fit 120. Spends from the meter;
// once that is spent the result is thrown away. `depth` is what is left to search, perhaps 0 or less.
template <class P>
concept ProvesEnds = requires(P game, int depth, Meter& meter, std::vector<typename P::Move>& line) {
    { game.prove(depth, meter, line) } -> std::same_as<std::optional<Score>>;
};

// Numbers that a game may set by a `static constexpr Tuning kTuning{...}`. 0 turns a part off.
struct Tuning {
    int aspiration = 30;         // half the first window, in score units
    int reduction_base = 50;     // late-move reductions, in hundredths of a ply:
    int reduction_slope = 45;    //   base + slope * ln(depth) * ln(number of the move)
    int null_depth = 3;          // null moves from this depth on
    int null_reduction = 3;      // plies saved by one, and a quarter of the depth
    int null_verify_depth = 10;  // from here on a null-move cut is verified
    int futility_depth = 6;      // futility cuts up to this depth
    int late_moves_depth = 5;    // up to this depth only the first quiet moves are tried:
    int late_moves_base = 6;     //   base + slope * depth^2
    int late_moves_slope = 3;
    int singular_depth = 0;           // extend a move that is far better than all others,
    int singular_twice = 0;           //   by two plies if by so much more,
    int singular_less = 0;            //   and by so many less than none if others are as good
    int null_margin = 0;              // one more ply saved for each such lead over beta, three at most
    int history_ply = 3000;           // so much history is worth a ply of reduction
    int foresight = 150;              // hundredths of the error of a shallower search that its word must clear
    int root_proof = 0;               // proofs at the root are looked for as if so much deeper
    bool trust_improving = false;     // whoever does better than before needs a ply's swing less to be far ahead
    bool reduce_without_move = true;  // search one ply less where the table knows no move
};

template <class P>
constexpr Tuning tuning_of() {
    if constexpr (requires { P::kTuning; }) {
        return P::kTuning;
    } else {
        return {};
    }
}

}  // namespace garlic
