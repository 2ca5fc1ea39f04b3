// The learned weights of Othello's evaluation, and their layout.
//
// The margin is the sum over the cells of value times final owner. So for every state and stage, a pattern's
// weights predict the final owner of each of its cells (`owners`): these work on every map, because the
// evaluation multiplies them by the cell values. What a pattern says about the rest of the board (`rest`) and the
// mobility weights are in mean cell values of the map.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/othello/patterns/patterns.h"

namespace garlic::othello {

// 8x8 has its own weights for what depends on the board size.
enum class BoardFamily : std::uint8_t { k8x8, kOther };

// The position of the weights in the file: those of patterns first.
class WeightLayout {
public:
    static constexpr int kCoarseStages = 6;  // for `owners`, and for `rest` off 8x8: half of kStages
    static constexpr int kMostMoves = 32;    // higher numbers count as 31

    static const WeightLayout& get();

    static BoardFamily family(int rows, int columns) {
        return rows == 8 && columns == 8 ? BoardFamily::k8x8 : BoardFamily::kOther;
    }

    // The first weight of a shape in a stage: distinct_states() times cells.
    std::size_t owners(int shape, int stage) const {
        const Place& place = places_[static_cast<std::size_t>(shape)];
        return place.owners + static_cast<std::size_t>(stage / 2) * place.owners_a_stage;
    }
    // The first weight of a shape in a stage: distinct_states().
    std::size_t rest(BoardFamily family, int shape, int stage) const {
        const Place& place = places_[static_cast<std::size_t>(shape)];
        return family == BoardFamily::k8x8 ? place.rest_8x8 + static_cast<std::size_t>(stage) * place.rest_a_stage
                                             : place.rest + static_cast<std::size_t>(stage / 2) * place.rest_a_stage;
    }
    // The first of kMostMoves mobility weights of the mover (0) or the opponent (1).
    std::size_t moves(BoardFamily family, int stage, int whose) const {
        return scalars(family, stage) + static_cast<std::size_t>(whose * kMostMoves);
    }
    // The weight of being to move with an even (0) or odd (1) number of empty cells.
    std::size_t turn(BoardFamily family, int stage, int odd) const {
        return scalars(family, stage) + static_cast<std::size_t>(2 * kMostMoves + odd);
    }

    std::size_t owners() const { return owners_; }      // number of `owners` weights, the first ones
    std::size_t patterns() const { return patterns_; }  // number of weights of patterns
    std::size_t size() const { return size_; }          // number of all weights

private:
    struct Place {
        std::size_t owners;
        std::size_t owners_a_stage;
        std::size_t rest_8x8;
        std::size_t rest;
        std::size_t rest_a_stage;
    };

    WeightLayout();
    std::size_t scalars(BoardFamily family, int stage) const {
        const int number = (family == BoardFamily::k8x8 ? 0 : kStages) + stage;
        return patterns_ + static_cast<std::size_t>(number * (2 * kMostMoves + 2));
    }

    std::vector<Place> places_;
    std::size_t owners_ = 0;
    std::size_t patterns_ = 0;
    std::size_t size_ = 0;
};

// The number of moves, scaled to an 8x8 board.
constexpr int moves_bucket(int moves, int rows, int columns) {
    const int bucket = moves * 16 / (rows + columns);
    return bucket < WeightLayout::kMostMoves ? bucket : WeightLayout::kMostMoves - 1;
}

// Weights as integers, as the engine uses them.
class Weights {
public:
    static constexpr int kOwnersUnit = 128;  // a weight of `owners` is a 128th of a cell
    static constexpr int kRestUnit = 16;     // one of `rest` is a 16th of a mean cell value
    static constexpr int kScalarUnit = 128;  // and one of mobility or turn a 128th

    // Parses what the trainer writes: one byte per pattern weight, then two per other weight, the low one first.
    // ParseError if the size is wrong.
    static std::shared_ptr<const Weights> parse(std::span<const std::uint8_t> bytes);

    // What beginners are taught: take corners, avoid the cells diagonally next to them, have more moves. The first
    // training games use these, and everything learned must beat them.
    static std::shared_ptr<const Weights> by_hand();

    // By index in the layout.
    int pattern(std::size_t place) const { return patterns_[place]; }
    int scalar(std::size_t place) const { return scalars_[place - patterns_.size()]; }

    // The `owners` of a shape for one of its cells, by state, with mirror images expanded.
    std::span<const std::int8_t> owners(int shape, int stage, int cell) const {
        const auto& all = owners_[static_cast<std::size_t>(shape)][static_cast<std::size_t>(stage / 2)];
        const auto states = static_cast<std::size_t>(all_shapes()[static_cast<std::size_t>(shape)].states());
        return std::span(all).subspan(static_cast<std::size_t>(cell) * states, states);
    }

private:
    using Stages = std::array<std::vector<std::int8_t>, WeightLayout::kCoarseStages>;

    void write_out_owners();

    std::vector<std::int8_t> patterns_;
    std::vector<std::int16_t> scalars_;
    std::vector<Stages> owners_;  // by shape and stage
};

// The engine's weights; null before they are set. Set them at program start: evaluations keep the weights they
// were made with.
std::shared_ptr<const Weights> engine_weights();
void set_engine_weights(std::shared_ptr<const Weights> weights);

}  // namespace garlic::othello
