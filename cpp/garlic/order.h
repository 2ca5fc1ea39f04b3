// Move ordering: the better the guess, the fewer nodes are searched.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
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

// History heuristics of one thread: history, killers, countermoves, continuation history.
template <Searchable P>
class MoveHistory {
public:
    using Move = typename P::Move;
    static constexpr int kMost = 8192;

    // A packed move, or kNone.
    using Code = std::int32_t;
    static constexpr Code kNone = -1;

    // Continuation history: for each of the last moves a row of values by continuation_index. Empty
    // where the game has none.
    static constexpr std::size_t kContinuations = HasContinuationHistory<P> ? 2 : 0;
    using Continuations = std::array<std::int16_t*, kContinuations>;

    MoveHistory()
        : history_(2 * history_size<P>()),
          countermoves_(2 * history_size<P>(), kNone),
          continuation_((continuation_size<P>() + 1) * continuation_size<P>()) {
        killers_.fill({kNone, kNone});
    }

    void clear() {
        std::fill(history_.begin(), history_.end(), std::int16_t{0});
        std::fill(countermoves_.begin(), countermoves_.end(), kNone);
        std::fill(continuation_.begin(), continuation_.end(), std::int16_t{0});
        killers_.fill({kNone, kNone});
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

    // A quiet move caused a cutoff after the moves in `tried` had not.
    void learn(const P& game, int ply, std::optional<Move> previous, const Continuations& continuations, Move move,
               const Move* tried, int tried_count, int depth) {
        const Side side = game.mover();
        auto& killers = killers_[at(ply)];
        if (killers[0] != packed(move)) {
            killers[1] = killers[0];
            killers[0] = packed(move);
        }
        if (previous) countermoves_[place(side, *previous)] = packed(move);
        const int bonus = std::min(depth * depth * 4, 1200);
        reward(game, side, continuations, move, bonus);
        for (int index = 0; index < tried_count; ++index) reward(game, side, continuations, tried[index], -bonus);
    }

    void forget_killers(int ply) {
        if (at(ply) < killers_.size()) killers_[at(ply)] = {kNone, kNone};
    }

private:
    static constexpr std::size_t kMaxPly = Table::kDeepest + 1;

    void reward(const P& game, Side side, const Continuations& continuations, Move move, int bonus) {
        update(history_[place(side, move)], bonus);
        if constexpr (HasContinuationHistory<P>) {
            const std::size_t index = game.continuation_index(move);
            for (std::int16_t* row : continuations) update(row[index], bonus);
        }
    }

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
    std::array<std::array<Code, 2>, kMaxPly> killers_;
};

// The moves of one node, best guess first. The table's move comes before any other is generated,
// where the game can check that it is legal.
template <Searchable P>
class Picker {
public:
    using Move = typename P::Move;

    struct Pick {
        Move move;
        int hint;  // from hints(); 0 for quiet moves
    };

    using Continuations = typename MoveHistory<P>::Continuations;

    Picker(const P& game, const MoveHistory<P>& move_history, int depth, int ply, std::optional<Move> previous,
           const Continuations& continuations, std::optional<Move> first)
        : game_(game),
          move_history_(move_history),
          previous_(previous),
          continuations_(continuations),
          first_(first),
          depth_(depth),
          ply_(ply) {
        if constexpr (ChecksMoves<P>) {
            if (first_ && !game.is_legal(*first_)) first_.reset();
            first_is_due_ = first_.has_value();
        } else {
            list();
        }
    }

    bool empty() {
        if (first_is_due_) return false;
        list();
        return moves_.empty();
    }

    std::optional<Pick> next() {
        if (first_is_due_) {
            first_is_due_ = false;
            return Pick{*first_, hint_of(*first_)};
        }
        list();
        int best = kGone;
        for (std::size_t index = 0; index < moves_.size(); ++index) best = std::max(best, keys_[index]);
        if (best == kGone) return std::nullopt;
        const int rank = best >> kIndexBits;
        const auto index = static_cast<std::size_t>(kLastIndex - (best & kLastIndex));
        if (without_quiet_ && is_quiet(rank)) {
            drop_quiet();
            return next();
        }
        keys_[index] = kGone;
        return Pick{moves_[index], is_quiet(rank) ? 0 : rank > 0 ? rank - kNoisy : rank + kNoisy};
    }

    // Leaves quiet moves out from now on.
    void skip_quiet() { without_quiet_ = true; }

private:
    // Ranks: noisy moves, killers, the countermove, history, moves that look bad.
    static constexpr int kNoisy = 1 << 19;
    static constexpr int kKiller = 1 << 18;
    static constexpr int kCountermove = 1 << 17;
    static constexpr int kMostHint = kNoisy - 1;

    // A rank and an index in one number: the best move is found by comparing alone, and among
    // equals the first listed comes first.
    static constexpr int kIndexBits = 10;
    static constexpr int kLastIndex = (1 << kIndexBits) - 1;
    static constexpr int kGone = INT32_MIN;
    static_assert(P::kMaxMoves <= kLastIndex + 1);

    static bool is_quiet(int rank) { return rank < kNoisy && rank > -kNoisy; }

    void drop_quiet() {
        for (std::size_t index = 0; index < moves_.size(); ++index)
            if (keys_[index] != kGone && is_quiet(keys_[index] >> kIndexBits)) keys_[index] = kGone;
    }

    int hint_of(Move move) const {
        if constexpr (HintsMoves<P>) {
            return game_.hints()(move);
        } else {
            return 0;
        }
    }

    void list() {
        if (listed_) return;
        listed_ = true;
        game_.legal_moves(moves_);
        const Side side = game_.mover();
        const std::int16_t* const history = move_history_.history(side);
        const auto [killer, older_killer] = move_history_.killers(ply_);
        const auto countermove = move_history_.countermove(side, previous_);
        const auto hints = [&] {
            if constexpr (HintsMoves<P>) {
                return game_.hints();
            } else {
                return [](Move) { return 0; };
            }
        }();
        const auto quiet_hints = [&] {
            if constexpr (HintsQuietMoves<P>) {
                return game_.quiet_hints();
            } else if constexpr (HintsQuietMovesByDepth<P>) {
                return game_.quiet_hints(depth_);
            } else {
                return [](Move) { return 0; };
            }
        }();
        for (std::size_t index = 0; index < moves_.size(); ++index) {
            const Move move = moves_[index];
            const auto code = packed(move);
            int rank = std::clamp(static_cast<int>(hints(move)), -kMostHint, kMostHint);
            if (rank > 0) {
                rank += kNoisy;
            } else if (rank < 0) {
                rank -= kNoisy;
            } else if (code == killer || code == older_killer) {
                rank = kKiller;
            } else if (code == countermove) {
                rank = kCountermove;
            } else {
                rank = history[history_index<P>(move)] + quiet_hints(move);
                if constexpr (HasContinuationHistory<P>) {
                    const std::size_t continuation = game_.continuation_index(move);
                    for (const std::int16_t* row : continuations_) rank += row[continuation];
                }
            }
            keys_[index] = rank * (1 << kIndexBits) + kLastIndex - static_cast<int>(index);
        }
        if (!first_) return;
        // Already tried, or to be tried first.
        const auto found = std::find(moves_.begin(), moves_.end(), *first_);
        if (found == moves_.end()) return;
        keys_[static_cast<std::size_t>(found - moves_.begin())] = kGone;
        if constexpr (!ChecksMoves<P>) first_is_due_ = true;
    }

    const P& game_;
    const MoveHistory<P>& move_history_;
    const std::optional<Move> previous_;
    const Continuations continuations_;
    std::optional<Move> first_;
    const int depth_;
    const int ply_;
    MoveList<P> moves_;
    std::array<int, P::kMaxMoves> keys_;
    bool listed_ = false;
    bool first_is_due_ = false;
    bool without_quiet_ = false;
};

// Sorts a few moves by their hints, which it returns in `hints`, with `first` in front.
template <Searchable P>
void order_noisy(const P& game, MoveList<P>& moves, std::array<int, P::kMaxMoves>& hints,
                 std::optional<typename P::Move> first) {
    using Move = typename P::Move;
    const auto hint_of = [&] {
        if constexpr (HintsMoves<P>) {
            return game.hints();
        } else {
            return [](Move) { return 0; };
        }
    }();
    for (std::size_t index = 0; index < moves.size(); ++index) {
        const Move move = moves[index];
        const int hint = hint_of(move);
        const bool leads = first && move == *first;
        std::size_t place = index;
        for (; place > 0 && (leads || (hints[place - 1] < hint && !(first && moves[place - 1] == *first))); --place) {
            hints[place] = hints[place - 1];
            moves[place] = moves[place - 1];
        }
        hints[place] = hint;
        moves[place] = move;
    }
}

}  // namespace garlic
