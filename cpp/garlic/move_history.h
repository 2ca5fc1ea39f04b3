// What cutoffs teach about moves, and results about evaluations.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "garlic/searchable.h"
#include "garlic/table.h"

namespace garlic {

template <class P>
constexpr std::size_t history_size() {
    if constexpr (IndexesMoves<P>) {
        return P::kMoveIndices;
    } else {
        return 4096;
    }
}

template <class P>
std::size_t history_index(typename P::Move move) {
    if constexpr (IndexesMoves<P>) {
        return P::move_index(move);
    } else {
        const std::uint32_t bits = packed(move);
        return (bits ^ (bits >> 12)) & 4095;
    }
}

template <class P>
constexpr std::size_t continuation_size() {
    if constexpr (HasContinuationHistory<P>) {
        return P::kContinuationIndices;
    } else {
        return 0;
    }
}

template <class P>
constexpr auto continuation_plies() {
    if constexpr (ChoosesContinuations<P>) {
        return P::kContinuationPlies;
    } else if constexpr (HasContinuationHistory<P>) {
        return std::array{1, 2};
    } else {
        return std::array<int, 0>{};
    }
}

template <class P>
constexpr std::size_t capture_size() {
    if constexpr (HasExchanges<P>) {
        return P::kCaptureIndices;
    } else {
        return 0;
    }
}

// How far evaluations were from the results of searches, by patterns of the position, for one thread.
template <Searchable P>
class Corrections {
public:
    static constexpr bool kUsed = HasPatterns<P>;

    Corrections() : errors_(kUsed ? 2 * kPatterns * kSize : 0) {}

    void clear() { std::fill(errors_.begin(), errors_.end(), std::int16_t{0}); }

    // What to add to the evaluation, in score units.
    Score of(const P& game) const
        requires kUsed
    {
        int sum = 0;
        each(game, [&](std::size_t place) { sum += errors_[place]; });
        return sum / kUnit;
    }

    // A search of this depth found `error` more than the evaluation.
    void learn(const P& game, int depth, Score error)
        requires kUsed
    {
        const int bonus = std::clamp(error * depth / 4, -kMost / 4, kMost / 4);
        each(game, [&](std::size_t place) {
            std::int16_t& value = errors_[place];
            value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kMost);
        });
    }

private:
    static constexpr int kMost = 1024;
    static constexpr int kUnit = 32;
    static constexpr unsigned kBits = 13;
    static constexpr std::size_t kSize = std::size_t{1} << kBits;
    static constexpr std::size_t kPatterns = [] {
        if constexpr (kUsed) {
            return std::tuple_size_v<decltype(std::declval<const P&>().patterns())>;
        } else {
            return std::size_t{0};
        }
    }();

    template <class Visit>
    static void each(const P& game, Visit visit) {
        const auto patterns = game.patterns();
        std::size_t table = static_cast<std::size_t>(game.mover()) * kPatterns;
        for (const std::uint64_t pattern : patterns) visit(table++ * kSize + (pattern >> (64 - kBits)));
    }

    std::vector<std::int16_t> errors_;
};

// Heuristics of one thread: history, killers, countermoves, continuation history, capture history.
template <Searchable P>
class MoveHistory {
public:
    using Move = typename P::Move;
    static constexpr int kMost = 8192;

    // A packed move, or kNone.
    using Code = std::int32_t;
    static constexpr Code kNone = -1;

    // Continuation history: for some of the last moves a row of values by continuation_index. Empty
    // where the game has none.
    static constexpr auto kContinuationPlies = continuation_plies<P>();
    using Continuations = std::array<std::int16_t*, kContinuationPlies.size()>;

    MoveHistory()
        : history_(2 * history_size<P>()),
          countermoves_(2 * history_size<P>(), kNone),
          continuation_((continuation_size<P>() + 1) * continuation_size<P>()),
          captures_(capture_size<P>()) {
        killers_.fill({kNone, kNone});
    }

    void clear() {
        std::fill(history_.begin(), history_.end(), std::int16_t{0});
        std::fill(countermoves_.begin(), countermoves_.end(), kNone);
        std::fill(continuation_.begin(), continuation_.end(), std::int16_t{0});
        std::fill(captures_.begin(), captures_.end(), std::int16_t{0});
        killers_.fill({kNone, kNone});
        corrections.clear();
    }

    // A new search begins: old history counts half.
    void start_search() {
        for (std::int16_t& value : history_) value = static_cast<std::int16_t>(value / 2);
    }

    int history(Side side, Move move) const { return history_[place(side, move)]; }
    const std::int16_t* history(Side side) const {
        return &history_[static_cast<std::size_t>(side) * history_size<P>()];
    }

    // The row for moves that follow the move with this continuation_index; kNone has a row, too.
    std::int16_t* continuation(Code index) {
        return continuation_.data() + static_cast<std::size_t>(index + 1) * continuation_size<P>();
    }

    // History and continuation history of a quiet move.
    int history_score(const P& game, Side side, Move move, const Continuations& continuations) const {
        int sum = history(side, move);
        if constexpr (HasContinuationHistory<P>) {
            const std::size_t index = game.continuation_index(move);
            for (const std::int16_t* row : continuations) sum += row[index];
        }
        return sum;
    }

    // The quiet moves that last caused a cutoff at this ply.
    const std::array<Code, 2>& killers(int ply) const { return killers_[at(ply)]; }
    // The move that last refuted `previous`.
    Code countermove(Side side, std::optional<Move> previous) const {
        return previous ? countermoves_[place(side, *previous)] : kNone;
    }

    // How often a capture was good, from -kMost to kMost.
    int capture_score(const P& game, Move move) const
        requires HasExchanges<P>
    {
        return captures_[game.capture_index(move)];
    }

    // What a cutoff at this depth is worth.
    static int bonus(int depth) {
        if constexpr (HasExchanges<P>) {
            return std::min(130 * depth - 60, 1500);
        } else {
            return std::min(depth * depth * 4, 1200);
        }
    }

    // A quiet move was best at this ply.
    void learn_best(const P& game, int ply, std::optional<Move> previous, const Continuations& continuations, Move move,
                    int bonus) {
        const Side side = game.mover();
        auto& killers = killers_[at(ply)];
        if (killers[0] != packed(move)) {
            killers[1] = killers[0];
            killers[0] = packed(move);
        }
        if (previous) countermoves_[place(side, *previous)] = packed(move);
        reward(game, continuations, move, bonus);
    }

    // A quiet move was good (a bonus above 0) or bad.
    void reward(const P& game, const Continuations& continuations, Move move, int bonus) {
        update(history_[place(game.mover(), move)], bonus);
        if constexpr (HasContinuationHistory<P>) follow(continuations, game.continuation_index(move), bonus);
    }

    void reward_capture(const P& game, Move move, int bonus)
        requires HasExchanges<P>
    {
        update(captures_[game.capture_index(move)], bonus);
    }

    // The same for a move that has been made, by its continuation_index.
    static void follow(const Continuations& continuations, std::size_t index, int bonus) {
        for (std::int16_t* row : continuations) update(row[index], bonus);
    }

    void forget_killers(int ply) {
        if (at(ply) < killers_.size()) killers_[at(ply)] = {kNone, kNone};
    }

    Corrections<P> corrections;

private:
    static constexpr std::size_t kMaxPly = Table::kDeepest + 1;

    static std::size_t at(int ply) { return static_cast<std::size_t>(ply); }
    static std::size_t place(Side side, Move move) {
        return static_cast<std::size_t>(side) * history_size<P>() + history_index<P>(move);
    }
    // Moves towards the bonus; stays within -kMost..kMost.
    static void update(std::int16_t& value, int bonus) {
        value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kMost);
    }

    std::vector<std::int16_t> history_;
    std::vector<Code> countermoves_;
    std::vector<std::int16_t> continuation_;
    std::vector<std::int16_t> captures_;
    std::array<std::array<Code, 2>, kMaxPly> killers_;
};

}  // namespace garlic
