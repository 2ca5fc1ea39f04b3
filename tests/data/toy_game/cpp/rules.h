#pragma once

#include <cstdint>

#include "garlic/game.h"
#include "garlic/perft.h"

namespace garlic::kayles {

class Position {
public:
    static constexpr std::size_t kMaxMoves = 64;
    static constexpr int kMoveWords = 1;
    static constexpr bool kFinishedIsLeaf = false;
    struct Move {
        std::uint8_t first, last;  // from 0
        bool operator==(const Move&) const = default;
    };
    struct Undo {};

    static Position parse(std::string_view text);
    std::string str() const;
    Move parse_move(std::string_view text) const;
    std::string move_str(Move move) const;
    Side mover() const { return mover_; }
    void legal_moves(MoveList<Position>& out) const;
    Undo make(Move move);
    void undo(Move move, Undo undo);

private:
    std::uint32_t up_ = 0;
    int size_ = 0;
    Side mover_ = Side::kFirst;
};

static_assert(WrittenGame<Position>);

}  // namespace garlic::kayles

namespace garlic {

extern template std::uint64_t perft<kayles::Position>(kayles::Position&, int);

}  // namespace garlic
