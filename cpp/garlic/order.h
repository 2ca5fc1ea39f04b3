// Move ordering: the better the guess, the fewer nodes are searched.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "garlic/move_history.h"

namespace garlic {

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
                if constexpr (HasExchanges<P>) rank = std::max(rank + move_history_.capture_score(game_, move), 1);
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
