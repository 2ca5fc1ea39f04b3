#pragma once

#include <cstdint>

#include "garlic/game.h"
#include "garlic/perft.h"

namespace garlic {

class Kayles {
public:
    static constexpr std::size_t kMaxMoves = 64;
    static constexpr int kMoveWords = 1;
    static constexpr bool kFinishedIsLeaf = false;
    struct Move {
        std::uint8_t first, last;  // from 0
        bool operator==(const Move&) const = default;
    };
    struct Undo {};

    static Kayles parse(std::string_view text);
    std::string str() const;
    Move parse_move(std::string_view text) const;
    std::string move_str(Move move) const;
    Side mover() const { return mover_; }
    void legal_moves(MoveList<Kayles>& out) const;
    Undo make(Move move);
    void undo(Move move, Undo undo);

private:
    std::uint32_t up_ = 0;
    int size_ = 0;
    Side mover_ = Side::kFirst;
};

static_assert(WrittenGame<Kayles>);
extern template std::uint64_t perft<Kayles>(Kayles&, int);

}  // namespace garlic
