// The evaluation of standard Othello: a sum of the values of patterns, by stage of the game.
//
// A stage is four numbers of empty cells of one parity: who has the last move matters to every pattern, and a search
// that compares even with odd depths needs evaluations of both to agree.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "games/othello/board/grid8x8.h"
#include "games/othello/standard/patterns.h"

namespace garlic::othello::standard {

inline constexpr int kEmptiesAStage = 4;
inline constexpr int kStages = 28;
inline constexpr std::size_t kScalars = 2 * kMostMoves + kEmptiesAStage;  // moves of both sides, number of empties

constexpr int stage_of(int empties) {
    const int group = empties / kEmptiesAStage;
    return 2 * (group < kStages / 2 ? group : kStages / 2 - 1) + (empties & 1);
}

// Where a position's scalar weights are, from the first one of its stage on.
constexpr std::size_t scalar_of_moves(int whose, int moves) {
    const auto number = static_cast<std::size_t>(moves);
    return static_cast<std::size_t>(whose) * kMostMoves + (number < kMostMoves ? number : kMostMoves - 1);
}
constexpr std::size_t scalar_of_empties(int empties) {
    return 2 * kMostMoves + static_cast<std::size_t>(empties % kEmptiesAStage);
}

class Evaluation {
public:
    static constexpr int kUnit = 128;       // values are 128ths of a disc
    static constexpr int kPatternUnit = 8;  // in a file, a weight of a pattern is an eighth of a disc

    // How many bytes there are for a stage: one for each distinct state, then two, low one first, for each scalar. From
    // the third stage on each byte is given less that of two stages before, which is why files of them are small.
    static std::size_t bytes_a_stage() { return Patterns::get().distinct() + 2 * kScalars; }

    // Weights of all stages, the last moves of the game first. ParseError if the size is wrong.
    explicit Evaluation(std::span<const std::uint8_t> bytes);

    // The expected final margin for the mover, in 1/kUnit of a disc.
    int evaluate(Grid8x8::Cells own, Grid8x8::Cells other, int empties) const {
        const Stage& stage = ready(empties);
        return index_.sum(own.part(0), other.part(0), stage.values.data(), stage.scalars.data()) +
               stage.scalars[scalar_of_empties(empties)];
    }

    // The same from the distinct states: slow, to check evaluate().
    int evaluate_directly(Grid8x8::Cells own, Grid8x8::Cells other, int empties) const;

private:
    struct Stage {
        std::vector<std::int16_t> values;  // by state, of all shapes
        std::array<int, kScalars> scalars{};
    };
    struct Slot {
        std::atomic<const Stage*> ready{nullptr};
        std::unique_ptr<const Stage> stage;
        std::once_flag once;
    };

    const Stage& ready(int empties) const {
        const auto number = static_cast<std::size_t>(stage_of(empties));
        const Stage* const stage = slots_[number].ready.load(std::memory_order_acquire);
        return stage != nullptr ? *stage : unfolded(number);
    }
    const Stage& unfolded(std::size_t number) const;  // on first use
    int weight(std::size_t stage, std::size_t distinct) const {
        return static_cast<std::int8_t>(bytes_[stage * bytes_a_stage() + distinct]) * (kUnit / kPatternUnit);
    }
    int scalar(std::size_t stage, std::size_t number) const;

    const Index& index_ = Index::get();
    std::vector<std::uint8_t> bytes_;
    mutable std::array<Slot, kStages> slots_;
};

// The engine's evaluation of standard Othello; null while there is none: the general one then serves it, too.
std::shared_ptr<const Evaluation> engine_evaluation();
void set_engine_evaluation(std::shared_ptr<const Evaluation> evaluation);

}  // namespace garlic::othello::standard
