// A modest evaluation by hand: moves, corners, and what lies on the board.
#pragma once

#include <memory>

#include "games/othello_map.h"

namespace garlic {

template <class Board>
class OthelloEvaluation {
public:
    using Cells = typename Board::Cells;
    static constexpr int kScale = Board::kPlaces <= 64 ? 32 : Board::kPlaces <= 192 ? 16 : 8;

    explicit OthelloEvaluation(const Othello<Board>& position) : map_(position), cells_(map_.board.count()) {}

    int evaluate(const Cells& own, const Cells& other, int empties) const {
        const Cells free = map_.empty(own, other);
        const int moves = Board::count(Board::reach(own, other) & free) - Board::count(Board::reach(other, own) & free);
        const int corners = Board::count(own & map_.corners) - Board::count(other & map_.corners);
        const int risks = Board::count(own & map_.before_corners) - Board::count(other & map_.before_corners);
        const int margin = map_.worth(own) - map_.worth(other);
        const int mean = kScale * map_.total / cells_;
        const int filled = cells_ - empties;
        return (mean * (3 * moves + 12 * corners - 4 * risks) / 2 * empties + kScale * margin * filled) / cells_;
    }

    static std::shared_ptr<const OthelloEvaluation> of(const Othello<Board>& position) {
        return std::make_shared<const OthelloEvaluation>(position);
    }

private:
    OthelloMap<Board> map_;
    int cells_;
};

}  // namespace garlic
