// The learned evaluation of Othello: an estimate of the final margin.
//
// For one map the learned weights (weights.h) are folded into one number per site and state, so that an
// evaluation is one lookup per site. Stages are folded when they are first used.
//
// Standard Othello has an evaluation of its own (standard/), which the engine uses where there is one.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <vector>

#include "games/othello/patterns/index.h"
#include "games/othello/rules.h"
#include "games/othello/standard/evaluation.h"
#include "games/othello/weights.h"

namespace garlic::othello {

// The part that does not depend on the board's bit layout.
class FoldedWeights {
public:
    static constexpr int kUnit = 128;  // values are 128ths of a point

    FoldedWeights(std::shared_ptr<const Weights> weights, PatternIndex index, int rows, int columns,
                  std::span<const int> cell_values_by_row);

    struct Stage {
        std::vector<std::int16_t> values;
        std::vector<std::uint32_t> offsets;  // of each lane's values
        std::array<std::array<int, WeightLayout::kMostMoves>, 2> moves;
        std::array<int, 2> turn;
    };

    // The tables of a stage, folded on first use.
    const Stage& stage(int empties) const {
        const Slot& slot = slots_[static_cast<std::size_t>(stage_of(empties, cells_))];
        const Stage* const ready = slot.ready.load(std::memory_order_acquire);
        return ready != nullptr ? *ready : fold(stage_of(empties, cells_));
    }

    const PatternIndex& index() const { return index_; }
    int bucket(int moves) const { return buckets_[static_cast<std::size_t>(moves)]; }
    int total() const { return total_; }

    // The value of a site's state directly from the weights: folding must give the same.
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
    int in_mean_values(int weight, int unit) const;

    std::shared_ptr<const Weights> weights_;
    PatternIndex index_;
    BoardFamily family_;
    int cells_;
    int total_ = 0;       // of all cell values
    int mean_value_ = 0;  // the unit of `rest` weights, in 256ths of a point
    std::vector<std::vector<int>> site_cell_values_;
    std::array<std::uint8_t, 401> buckets_{};
    mutable std::array<Slot, kStages> slots_;
};

template <class Board>
class Evaluation {
public:
    using Cells = typename Board::Cells;

    // Units of evaluate() per point: as fine as 31,000 for the whole board allows.
    static constexpr int kScale = Board::kPlaces <= 64 ? 32 : Board::kPlaces <= 192 ? 16 : 8;

    // `standard` serves a map only if is_standard().
    Evaluation(std::shared_ptr<const Weights> weights, const Position<Board>& map,
               std::shared_ptr<const standard::Evaluation> standard = nullptr);

    // 8x8, and all cells of the same value, above 0.
    static bool is_standard(const Position<Board>& map);
    // Has it weights made for standard Othello?
    bool uses_standard() const { return standard_ != nullptr; }

    // The expected final margin for the mover, whose discs are `own`, in 1/kScale of a point.
    int evaluate(const Cells& own, const Cells& other, int empties) const {
        if constexpr (std::is_same_v<Board, Grid8x8>) {
            if (standard_ != nullptr) return scaled(cell_value_ * standard_->evaluate(own, other, empties));
        }
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

    // The engine's evaluation for a position's map. Cached for the last maps used; std::logic_error without weights.
    static std::shared_ptr<const Evaluation> of(const Position<Board>& position);
    // The same with other weights, never with those made for standard Othello.
    static std::shared_ptr<const Evaluation> of(const Position<Board>& position,
                                                const std::shared_ptr<const Weights>& weights);

private:
    // The mobility and turn terms.
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
    std::shared_ptr<const standard::Evaluation> standard_;
    int cell_value_ = 0;  // of every cell, with standard_
};

extern template class Evaluation<Grid8x8>;
extern template class Evaluation<Grid<9, 1>>;
extern template class Evaluation<Grid<11, 2>>;
extern template class Evaluation<Grid<13, 3>>;
extern template class Evaluation<Grid<21, 7>>;

}  // namespace garlic::othello
