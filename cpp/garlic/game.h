// What the rest of the core may know about a game. No particular game and no Python here.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace garlic {

// The two players; first is the one that moves first from the usual start.
enum class Side : unsigned char { kFirst, kSecond };

constexpr Side other(Side side) { return side == Side::kFirst ? Side::kSecond : Side::kFirst; }

// A move list without allocation, for up to kMost moves.
template <class Move, std::size_t kMost>
class Moves {
public:
    void push(Move move) {
        assert(size_ < moves_.size());
        moves_[size_++] = move;
    }
    void clear() { size_ = 0; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    Move operator[](std::size_t index) const { return moves_[index]; }
    Move& operator[](std::size_t index) { return moves_[index]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }

private:
    std::array<Move, kMost> moves_;
    std::size_t size_ = 0;
};

// The moves of one position. A class derived from a game's position (see searchable.h) has the same
// moves, so the same list.
template <class G>
using MoveList = Moves<typename G::Move, G::kMaxMoves>;

// Two players, perfect information, one mover at a time (the same side may move twice in a row).
// Undo is what make() cannot recompute: flipped discs, a captured piece, or the whole old board
// where copying beats reversing.
template <class G>
concept TurnGame = requires(G game, const G& view, typename G::Move move, typename G::Undo undo, MoveList<G>& out) {
    { view.mover() } -> std::same_as<Side>;
    { view.legal_moves(out) } -> std::same_as<void>;        // empty iff the game is over
    { game.make(move) } -> std::same_as<typename G::Undo>;  // the move must be legal
    { game.undo(move, undo) } -> std::same_as<void>;
    { G::kFinishedIsLeaf } -> std::convertible_to<bool>;  // does perft count a line that ended early?
};

// A game that reads and prints itself, in the notation of the Python rules.
// parse() throws ParseError (text.h); a string of several moves is `kMoveWords` words each.
template <class G>
concept WrittenGame = TurnGame<G> && requires(const G& view, std::string_view text, typename G::Move move) {
    { G::parse(text) } -> std::same_as<G>;
    { view.str() } -> std::same_as<std::string>;
    { view.parse_move(text) } -> std::same_as<typename G::Move>;  // well-formed, perhaps illegal
    { view.move_str(move) } -> std::same_as<std::string>;
    { G::kMoveWords } -> std::convertible_to<int>;
};

// A game whose end is more than "no legal move": outcome_str() is the winner's seat ('a', 'b', '-' for
// a draw) and the reason in the words of the Python rules; empty while the game goes on.
template <class G>
concept HasOutcome = WrittenGame<G> && requires(const G& view) {
    { view.outcome_str() } -> std::same_as<std::string>;
};

// A game that counts its moves faster than it lists them.
template <class G>
concept CountsMoves = TurnGame<G> && requires(const G& view) {
    { view.count_moves() } -> std::same_as<std::size_t>;
};

// Makes a move for the length of a scope, so that every exit from a search undoes it.
template <TurnGame G>
class Played {
public:
    Played(G& game, typename G::Move move) : game_(game), move_(move), undo_(game.make(move)) {}
    template <class Announce>
    Played(G& game, typename G::Move move, Announce announce)
        : game_(game), move_(move), undo_(game.make(move, announce)) {}
    ~Played() { game_.undo(move_, undo_); }
    Played(const Played&) = delete;
    Played& operator=(const Played&) = delete;

private:
    G& game_;
    typename G::Move move_;
    typename G::Undo undo_;
};

}  // namespace garlic
