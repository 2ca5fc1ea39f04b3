// Tiaojia: 12x12 cells (or fewer), stones that change sides. Rules: garlic/games/tiaojia.
#pragma once

#include <cstdint>

#include "garlic/bits.h"
#include "garlic/game.h"
#include "garlic/perft.h"

namespace garlic {

class Tiaojia {
public:
    static constexpr int kSide = 12;
    static constexpr int kLastPly = 120;
    static constexpr std::size_t kMaxMoves = 16 * 8 * 9;  // 144 stones would fit a set-up board
    static constexpr int kMoveWords = 3;
    static constexpr bool kFinishedIsLeaf = false;

    using Cells = Bits<3>;

    struct Move {
        std::uint8_t from;
        std::uint8_t direction;
        bool operator==(const Move&) const = default;
    };
    struct Undo {
        Cells turned;
    };

    static Tiaojia parse(std::string_view text);
    std::string str() const;
    Move parse_move(std::string_view text) const;
    std::string move_str(Move move) const;

    Side mover() const { return mover_; }
    int ply() const { return ply_; }
    Cells stones(Side side) const { return stones_[static_cast<std::size_t>(side)]; }

    void legal_moves(MoveList<Tiaojia>& out) const;
    std::size_t count_moves() const;
    Undo make(Move move);
    void undo(Move move, Undo undo);

private:
    // A stone may step within the board; smaller boards use the top left of the 12x12.
    Cells empty() const { return board_.without(stones_[0] | stones_[1]); }

    Cells stones_[2];
    Cells board_;
    int rows_ = kSide;
    int columns_ = kSide;
    int ply_ = 0;
    Side mover_ = Side::kFirst;
};

static_assert(WrittenGame<Tiaojia>);
static_assert(CountsMoves<Tiaojia>);
extern template std::uint64_t perft<Tiaojia>(Tiaojia&, int);

}  // namespace garlic
