// What an Othello position is worth, as learned from games: a guess at the final margin.
//
// For one map the learned weights (weights.h) fold into a plain number for every site and
// state, so that an evaluation is one look-up a site. Stages fold when they are first asked for.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "games/othello/patterns/index.h"
#include "games/othello/rules.h"
#include "games/othello/weights.h"

namespace garlic::othello {

// The part that does not depend on how a board keeps its bits.
class FoldedWeights {
public:
    static constexpr int kUnit = 128;  // values are 128ths of a point

    FoldedWeights(std::shared_ptr<const Weights> weights, PatternIndex index, int rows, int columns,
                  std::span<const int> worths_by_row);

    struct Stage {
        std::vector<std::int16_t> values;
        std::vector<std::uint32_t> offsets;  // of each lane's values
        std::array<std::array<int, WeightLayout::kMostMoves>, 2> moves;
        std::array<int, 2> turn;
    };

    // The numbers of a stage, folded now if nobody asked for them before.
    const Stage& stage(int empties) const {
        const Slot& slot = slots_[static_cast<std::size_t>(stage_of(empties, cells_))];
        const Stage* const ready = slot.ready.load(std::memory_order_acquire);
        return ready != nullptr ? *ready : fold(stage_of(empties, cells_));
    }

    const PatternIndex& index() const { return index_; }
    int bucket(int moves) const { return buckets_[static_cast<std::size_t>(moves)]; }
    int total() const { return total_; }

    // The value of a site's state straight from the weights: what folding must equal.
    int direct(std::size_t site, int state, int empties) const;

private:
    struct Slot {
        std::atomic<const Stage*> ready{nullptr};
        std::unique_ptr<const Stage> stage;
        std::once_flag once;
    };

    const Stage& fold(int stage) const;
    Stage folded(int stage) const;
    void fold_site(std::size_t site, int stage, std::vector<std::int16_t>& values) const;
    int in_mean_worths(int weight, int unit) const;

    std::shared_ptr<const Weights> weights_;
    PatternIndex index_;
    BoardFamily family_;
    int cells_;
    int total_ = 0;       // of all worths
    int mean_worth_ = 0;  // what a weight of `rest` counts, in 256ths of a point
    std::vector<std::vector<int>> site_worths_;
    std::array<std::uint8_t, 401> buckets_{};
    mutable std::array<Slot, kStages> slots_;
};

template <class Board>
class Evaluation {
public:
    using Cells = typename Board::Cells;

    // A point of the game in the numbers of evaluate(): as fine as 31,000 for the whole board allows.
    static constexpr int kScale = Board::kPlaces <= 64 ? 32 : Board::kPlaces <= 192 ? 16 : 8;

    Evaluation(std::shared_ptr<const Weights> weights, const Position<Board>& map);

    // The expected final margin for the mover, whose discs are `own`, in 1/kScale of a point.
    int evaluate(const Cells& own, const Cells& other, int empties) const {
        const auto& stage = folding_.stage(empties);
        const int patterns = folding_.index().sum(own.data(), other.data(), stage.values.data(), stage.offsets.data());
        return scaled(patterns + other_terms(stage, own, other, empties));
    }

    int evaluate(const Position<Board>& position) const {
        return evaluate(position.own(), position.enemy(), Board::count(position.empty()));
    }

    // The same without tables: slow, to check evaluate().
    int evaluate_directly(const Position<Board>& position) const;

    const FoldedWeights& folding() const { return folding_; }

    // The evaluation of a position's map, by default with the engine's weights. Made once for each of
    // the last maps asked for; std::logic_error without weights.
    static std::shared_ptr<const Evaluation> of(const Position<Board>& position,
                                                const std::shared_ptr<const Weights>& weights = engine_weights());

private:
    // What the numbers of moves and the turn count.
    int other_terms(const FoldedWeights::Stage& stage, const Cells& own, const Cells& other, int empties) const {
        const Cells free = board_.without(own | other);
        return stage.moves[0][moves_bucket(Board::reach(own, other) & free)] +
               stage.moves[1][moves_bucket(Board::reach(other, own) & free)] +
               stage.turn[static_cast<std::size_t>(empties & 1)];
    }
    int scaled(int value) const { return std::clamp(value * kScale / FoldedWeights::kUnit, -most_, most_); }
    std::size_t moves_bucket(const Cells& cells) const {
        return static_cast<std::size_t>(folding_.bucket(Board::count(cells)));
    }

    FoldedWeights folding_;
    Cells board_;
    int most_;
};

extern template class Evaluation<Grid8x8>;
extern template class Evaluation<Grid<9, 1>>;
extern template class Evaluation<Grid<11, 2>>;
extern template class Evaluation<Grid<13, 3>>;
extern template class Evaluation<Grid<21, 7>>;

}  // namespace garlic::othello
