// Xiangqi: the board with make and undo, its key, and the history needed for repetition. Rules:
// garlic/games/xiangqi.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "games/xiangqi/board/board.h"
#include "garlic/game.h"
#include "garlic/perft.h"
#include "garlic/score.h"

namespace garlic::xiangqi {

class Position {
public:
    static constexpr std::size_t kMaxMoves = 128;  // two chariots and two cannons make 68 of at most 116
    static constexpr int kMoveWords = 1;
    static constexpr bool kFinishedIsLeaf = false;
    static constexpr int kLastQuietPly = 120;
    static constexpr int kLastFullmove = 9999;

    struct Move {
        std::uint8_t from;
        std::uint8_t to;
        bool operator==(const Move&) const = default;
    };
    struct Undo {
        Piece taken;
        std::uint8_t quiet;
        std::uint16_t fullmove;
        std::uint32_t first;
    };
    // How a game ended, in the words of the Python rules; no winner in a draw.
    struct Ending {
        std::optional<Side> winner;
        const char* reason;
    };

    // Reads a FEN in full, or its first two fields.
    static Position parse(std::string_view text);
    std::string str() const;
    Move parse_move(std::string_view text) const;
    std::string move_str(Move move) const;

    Side mover() const { return mover_; }
    const Board& board() const { return board_; }
    std::uint64_t key() const { return key_; }
    std::uint64_t key_after(Move move) const;  // of a legal move
    int quiet_plies() const { return quiet_; }
    bool in_check() const { return board_.in_check(mover_); }
    // Is a move, perhaps from another position, legal here? Ends by counters and repetition are ignored.
    bool is_legal(Move move) const;

    // By source and then target in reading order; empty when the game is over.
    void legal_moves(MoveList<Position>& out) const;
    std::size_t count_moves() const;
    Undo make(Move move);
    void undo(Move move, Undo undo);

    std::optional<Ending> outcome() const;
    // The score of a finished game for the mover; a draw while it goes on.
    Score result() const;
    // outcome() as the winner's seat ('a', 'b', '-') and the reason; empty while the game goes on.
    std::string outcome_str() const;

    // How often this position occurred before; two make this the third time.
    int earlier_appearances() const;
    // The verdict on the moves since this position occurred `appearances` times ago (1 to
    // earlier_appearances()). A search may ask at the first return already.
    Ending judge_cycle(int appearances) const;

protected:
    bool can_move() const;
    // No capture for too long, or no attacking piece left.
    bool is_exhausted() const { return quiet_ >= kLastQuietPly || attackers_ == 0; }
    // The index in past_ of this position's appearance, counted backwards; -1 if there is none.
    int place_of_appearance(int appearances) const;
    int plies_since(int place) const { return static_cast<int>(past_.size()) - place; }
    // A null move. Positions before it cannot occur again.
    Undo skip();
    void unskip(Undo undo);

private:
    struct Past {
        std::uint64_t key;  // of the position before the move
        Move move;
    };

    // Passes every legal move to `sink`: `all(from)` if each target of a piece is legal, else `one(from, to)`. Ends by
    // counters and repetition are ignored.
    template <class Sink>
    void generate(Sink& sink) const;
    bool is_finished() const { return is_exhausted() || earlier_appearances() >= 2; }

    Board board_;
    std::uint64_t key_ = 0;
    std::vector<Past> past_;   // every ply since parse(); a search grows it once
    std::uint32_t first_ = 0;  // no position before past_[first_] can occur again
    int quiet_ = 0;
    int fullmove_ = 1;
    int attackers_ = 0;  // chariots, horses, cannons and pawns of both sides
    Side mover_ = Side::kFirst;
};

static_assert(WrittenGame<Position>);
static_assert(CountsMoves<Position>);

}  // namespace garlic::xiangqi

namespace garlic {

extern template std::uint64_t perft<xiangqi::Position>(xiangqi::Position&, int);

}  // namespace garlic
