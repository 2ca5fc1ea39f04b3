// What a position must offer to be searched, and what it may offer to be searched better.
//
// An engine is one class: the game's position (usually derived from the rules' class) with an
// evaluation. Everything else is an optional concept that the search checks at compile time. To make an
// engine for a new game: derive, write evaluate() and final_score(), then add what helps, concept by
// concept. `games/tiaojia/player.h` is an example.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "garlic/game.h"
#include "garlic/limits.h"
#include "garlic/score.h"
#include "garlic/table.h"
#include "garlic/tuning.h"

namespace garlic {

template <class P>
concept Searchable = TurnGame<P> && std::copyable<P> && requires(const P& view) {
    { view.evaluate() } -> std::same_as<Score>;      // for the mover; points(), never a win or a loss
    { view.final_score() } -> std::same_as<Score>;   // for the mover once the game is over: win_in(0), kDraw, points
    { P::kPointScale } -> std::convertible_to<int>;  // units of Score per point of the game
};

// Knows whether the game is over without listing moves.
template <class P>
concept KnowsEnd = requires(const P& view) {
    { view.over() } -> std::same_as<bool>;
};

// Has a key that identifies positions, with history where that matters: gets the transposition table.
template <class P>
concept Hashed = requires(const P& view) {
    { view.key() } -> std::same_as<std::uint64_t>;
};

// Announces the key while a move is still being made, so that the table's entry can be prefetched.
template <class P>
concept AnnouncesKey = Hashed<P> && requires(P game, typename P::Move move, void (*announce)(std::uint64_t)) {
    { game.make(move, announce) } -> std::same_as<typename P::Undo>;
};

// Checks whether a move, perhaps from another position, is legal here: the table's move is then tried
// before moves are generated.
template <class P>
concept ChecksMoves = requires(const P& view, typename P::Move move) {
    { view.is_legal(move) } -> std::same_as<bool>;
};

// Has its own index of moves for the history tables; other games share a hashed one.
template <class P>
concept IndexesMoves = requires(typename P::Move move) {
    { P::move_index(move) } -> std::convertible_to<std::size_t>;  // below kMoveIndices
    { P::kMoveIndices } -> std::convertible_to<std::size_t>;
};

// Indexes a move by what moves and where to: gets continuation history. Called before the move is made;
// below kContinuationIndices.
template <class P>
concept HasContinuationHistory = requires(const P& view, typename P::Move move) {
    { view.continuation_index(move) } -> std::convertible_to<std::size_t>;
    { P::kContinuationIndices } -> std::convertible_to<std::size_t>;
};

// Says how many plies back the moves are that continuation history pairs a move with; usually 1 and 2.
template <class P>
concept ChoosesContinuations = HasContinuationHistory<P> && requires {
    { P::kContinuationPlies.size() } -> std::convertible_to<std::size_t>;
};

// Wins and loses material by exchanges: gets capture history, pruning and reductions by exchanges and by checks, and
// ProbCut. captures() tells noisy moves from quiet ones, capture_index() is by what moves, where to, and what stands
// there. checking() looks at the position once and returns a function from a move to whether it checks directly.
template <class P>
concept HasExchanges = requires(const P& view, typename P::Move move) {
    { view.captures(move) } -> std::same_as<bool>;
    { view.capture_index(move) } -> std::convertible_to<std::size_t>;  // below kCaptureIndices
    { P::kCaptureIndices } -> std::convertible_to<std::size_t>;
    { view.captured_value(move) } -> std::same_as<Score>;
    { view.exchange(move) } -> std::same_as<Score>;            // what a move gains where it goes, below 0 if it loses
    { view.loses_more(move, Score{}) } -> std::same_as<bool>;  // than that, by an exchange
    { view.checking()(move) } -> std::same_as<bool>;
};

// Names the parts of the position that an evaluation may misjudge alike wherever they occur: gets correction history.
template <class P>
concept HasPatterns = requires(const P& view) {
    { view.patterns().size() } -> std::convertible_to<std::size_t>;
    { view.patterns()[0] } -> std::convertible_to<std::uint64_t>;  // hashes
};

// Scores moves for ordering. hints() looks at the position once and returns a function from a move to a
// number: above 0 for noisy moves (captures), the most promising highest; 0 for quiet ones, which history
// sorts; below 0 for moves that look bad.
template <class P>
concept HintsMoves = requires(const P& view, typename P::Move move) {
    { view.hints()(move) } -> std::convertible_to<int>;
};

// Added to history when quiet moves are sorted; about -1000 to 1000.
template <class P>
concept HintsQuietMoves = requires(const P& view, typename P::Move move) {
    { view.quiet_hints()(move) } -> std::convertible_to<int>;
};

// The same by the depth left: the more there is to search, the more time ordering may take. Values far
// above history decide alone.
template <class P>
concept HintsQuietMovesByDepth = requires(const P& view, typename P::Move move, int depth) {
    { view.quiet_hints(depth)(move) } -> std::convertible_to<int>;
};

// Lists the moves for quiescence; `below` counts its plies from 0. The mover may always decline them
// and take evaluate(), unless in_check().
template <class P>
concept HasNoisyMoves = requires(const P& view, MoveList<P>& out, int below) {
    { view.noisy_moves(out, below) } -> std::same_as<void>;
};

// Bounds the immediate gain of a noisy move in score units; `hint` is its value from hints().
template <class P>
concept BoundsGain = requires(const P& view, typename P::Move move, int hint) {
    { view.most_gain(move, hint) } -> std::same_as<Score>;
};

// Has threats that must be answered: such nodes are extended and never pruned. Without KnowsEnd,
// quiescence assumes that a game does not end without such a threat.
template <class P>
concept HasChecks = requires(const P& view) {
    { view.in_check() } -> std::same_as<bool>;
};

// Sees at a glance that the opponent threatens something for which evaluate() is no guide: such a node is not
// cut by its evaluation alone.
template <class P>
concept KnowsThreats = requires(const P& view) {
    { view.threatened() } -> std::same_as<bool>;
};

// A loose bound on how far the score moves within `depth` plies: allows futility pruning.
template <class P>
concept BoundsSwing = requires(int depth) {
    { P::swing(depth) } -> std::same_as<Score>;
};

// Can pass the turn, where that is safe (no zugzwang): gets null-move pruning.
template <class P>
concept HasNullMove = requires(P game, const P& view, typename P::Undo undo) {
    { view.may_skip() } -> std::same_as<bool>;
    { game.skip() } -> std::same_as<typename P::Undo>;
    { game.unskip(undo) } -> std::same_as<void>;
};

// Knows how well a shallower search predicts a deeper one: gets multi-ProbCut. probcut_depth(depth, number) is the
// depth of the shallower search that is tried first (0), then if need be second and so on, 0 for no more;
// probcut_error() one standard deviation of the difference.
template <class P>
concept HasProbCut = requires(const P& view, int depth, int number) {
    { view.probcut_depth(depth, number) } -> std::convertible_to<int>;
    { view.probcut_error(depth, depth) } -> std::same_as<Score>;  // shallow, deep
};

// Scores a repeated position, or a draw by counting, for the mover; nullopt while play goes on. `ply`
// counts from the root: a return to a position within the search may be scored before the rules do. With 0
// only the rules count.
template <class P>
concept ScoresRepetition = requires(const P& view, int ply) {
    { view.repetition(ply) } -> std::same_as<std::optional<Score>>;
};

// Ends within that many plies. A search that deep is exact and is reported so.
template <class P>
concept BoundsLength = requires(const P& view) {
    { view.plies_left() } -> std::convertible_to<int>;
};

// Has an exact solver for late positions. may_solve() gets the depth left, which may be 0; once true it stays
// true for all that follows. solve() is fail-soft and spends from the meter; once that is spent its result
// is discarded. It may use the table, which is null if none is to be used.
template <class P>
concept SolvesEndgame = requires(P game, const P& view, int depth, Score bound, Meter& meter, Table* table) {
    { view.may_solve(depth) } -> std::same_as<bool>;
    { game.solve(bound, bound, meter, table) } -> std::same_as<Score>;
};

// Searches a last ply faster than move by move: last_ply() is the best evaluate() after any move, or one of at least
// `beta`, for the mover; nullopt where the usual search has to do it. It adds the positions it evaluated to `searched`.
template <class P>
concept SearchesLastPly = requires(const P& view, Score beta, std::uint64_t& searched) {
    { view.last_ply(beta, searched) } -> std::same_as<std::optional<Score>>;
};

// Can prove a forced end in its own way at any node: the score is a proof (win_in, loss_in, counted from the
// node), and `line` gets the moves, at most 120. Spends from the meter; once that is spent the result is
// discarded. `depth` is the depth left, perhaps 0 or less.
template <class P>
concept ProvesEnds = requires(P game, int depth, Meter& meter, std::vector<typename P::Move>& line) {
    { game.prove(depth, meter, line) } -> std::same_as<std::optional<Score>>;
};

}  // namespace garlic
