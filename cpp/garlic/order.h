// In which order moves are tried: the better the guess, the less there is to search.
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
constexpr std::size_t follow_size() {
    if constexpr (FollowsMoves<P>) {
        return P::kFollowIndices;
    } else {
        return 0;
    }
}

// What quiet moves achieved elsewhere in this search. One for each thread.
template <Searchable P>
class Experience {
public:
    using Move = typename P::Move;
    static constexpr int kMost = 8192;

    // A move as a number, or kNone.
    using Code = std::int32_t;
    static constexpr Code kNone = -1;

    // What was good after each of the moves just played: one row of numbers each, by follow_index.
    // Empty where the game does not follow moves.
    static constexpr std::size_t kFollowed = FollowsMoves<P> ? 2 : 0;
    using Trail = std::array<std::int16_t*, kFollowed>;

    Experience()
        : history_(2 * history_size<P>()),
          answers_(2 * history_size<P>(), kNone),
          follow_((follow_size<P>() + 1) * follow_size<P>()) {
        killers_.fill({kNone, kNone});
    }

    void clear() {
        std::fill(history_.begin(), history_.end(), std::int16_t{0});
        std::fill(answers_.begin(), answers_.end(), kNone);
        std::fill(follow_.begin(), follow_.end(), std::int16_t{0});
        killers_.fill({kNone, kNone});
    }

    // A new search begins: what the last one learnt counts half.
    void grow_older() {
        for (std::int16_t& value : history_) value = static_cast<std::int16_t>(value / 2);
    }

    int history(Side side, Move move) const { return history_[place(side, move)]; }
    const std::int16_t* history(Side side) const {
        return &history_[static_cast<std::size_t>(side) * history_size<P>()];
    }

    // The row of what follows the move with this follow_index; one for no move (kNone) as well.
    std::int16_t* following(Code index) {
        return follow_.data() + static_cast<std::size_t>(index + 1) * follow_size<P>();
    }

    // All that is known of a quiet move.
    int merit(const P& game, Side side, Move move, const Trail& trail) const {
        int sum = history(side, move);
        if constexpr (FollowsMoves<P>) {
            const std::size_t index = game.follow_index(move);
            for (const std::int16_t* row : trail) sum += row[index];
        }
        return sum;
    }

    // The quiet moves that last refuted a position at this ply.
    const std::array<Code, 2>& killers(int ply) const { return killers_[at(ply)]; }
    // The move that last refuted `previous`.
    Code answer(Side side, std::optional<Move> previous) const {
        return previous ? answers_[place(side, *previous)] : kNone;
    }

    // A quiet move refuted the position, after `tried` others had not.
    void learn(const P& game, int ply, std::optional<Move> previous, const Trail& trail, Move move, const Move* tried,
               int tried_count, int depth) {
        const Side side = game.mover();
        auto& killers = killers_[at(ply)];
        if (killers[0] != packed(move)) {
            killers[1] = killers[0];
            killers[0] = packed(move);
        }
        if (previous) answers_[place(side, *previous)] = packed(move);
        const int bonus = std::min(depth * depth * 4, 1200);
        reward(game, side, trail, move, bonus);
        for (int index = 0; index < tried_count; ++index) reward(game, side, trail, tried[index], -bonus);
    }

    void forget_killers(int ply) {
        if (at(ply) < killers_.size()) killers_[at(ply)] = {kNone, kNone};
    }

private:
    static constexpr std::size_t kMaxPly = Table::kDeepest + 1;

    void reward(const P& game, Side side, const Trail& trail, Move move, int bonus) {
        update(history_[place(side, move)], bonus);
        if constexpr (FollowsMoves<P>) {
            const std::size_t index = game.follow_index(move);
            for (std::int16_t* row : trail) update(row[index], bonus);
        }
    }

    static std::size_t at(int ply) { return static_cast<std::size_t>(ply); }
    static std::size_t place(Side side, Move move) {
        return static_cast<std::size_t>(side) * history_size<P>() + history_index<P>(move);
    }
    // Drifts towards the bonus; never leaves -kMost..kMost.
    static void update(std::int16_t& value, int bonus) {
        value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kMost);
    }

    std::vector<std::int16_t> history_;
    std::vector<Code> answers_;
    std::vector<std::int16_t> follow_;
    std::array<std::array<Code, 2>, kMaxPly> killers_;
};

// The moves of one node, best guess first. The table's move comes before any other is listed,
// where the game can tell that it is legal.
template <Searchable P>
class Picker {
public:
    using Move = typename P::Move;

    struct Pick {
        Move move;
        int hint;  // as HintsMoves says; 0 for quiet moves
    };

    using Trail = typename Experience<P>::Trail;

    Picker(const P& game, const Experience<P>& experience, int depth, int ply, std::optional<Move> previous,
           const Trail& trail, std::optional<Move> first)
        : game_(game),
          experience_(experience),
          previous_(previous),
          trail_(trail),
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
        return Pick{moves_[index], is_quiet(rank) ? 0 : rank > 0 ? rank - kLoud : rank + kLoud};
    }

    // From now on quiet moves are left out.
    void skip_quiet() { without_quiet_ = true; }

private:
    // Ranks: loud moves, killers, the answer to the last move, history, moves that look bad.
    static constexpr int kLoud = 1 << 19;
    static constexpr int kKiller = 1 << 18;
    static constexpr int kAnswer = 1 << 17;
    static constexpr int kMostHint = kLoud - 1;

    // A rank and a place in one number: the best of many is found by comparing alone, and of
    // equals the first listed comes first.
    static constexpr int kIndexBits = 10;
    static constexpr int kLastIndex = (1 << kIndexBits) - 1;
    static constexpr int kGone = INT32_MIN;
    static_assert(P::kMaxMoves <= kLastIndex + 1);

    static bool is_quiet(int rank) { return rank < kLoud && rank > -kLoud; }

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
        const std::int16_t* const history = experience_.history(side);
        const auto [killer, older_killer] = experience_.killers(ply_);
        const auto answer = experience_.answer(side, previous_);
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
                rank += kLoud;
            } else if (rank < 0) {
                rank -= kLoud;
            } else if (code == killer || code == older_killer) {
                rank = kKiller;
            } else if (code == answer) {
                rank = kAnswer;
            } else {
                rank = history[history_index<P>(move)] + quiet_hints(move);
                if constexpr (FollowsMoves<P>) {
                    const std::size_t follows = game_.follow_index(move);
                    for (const std::int16_t* row : trail_) rank += row[follows];
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
    const Experience<P>& experience_;
    const std::optional<Move> previous_;
    const Trail trail_;
    std::optional<Move> first_;
    const int depth_;
    const int ply_;
    MoveList<P> moves_;
    std::array<int, P::kMaxMoves> keys_;
    bool listed_ = false;
    bool first_is_due_ = false;
    bool without_quiet_ = false;
};

// Sorts a few moves by their hints, which it notes, and puts `first` before all.
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
