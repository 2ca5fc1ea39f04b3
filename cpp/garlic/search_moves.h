// Which moves of a node are searched, how deeply, and what is learned from them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "garlic/search_state.h"

namespace garlic {

template <Searchable P>
class SearchMoves : public SearchState<P> {
    using State = SearchState<P>;

public:
    using typename State::Move;

protected:
    using State::at, State::checked, State::continuation_rows, State::tuning;
    using State::continuation_indices_, State::cutoffs_, State::game_, State::move_history_, State::options_,
        State::quiet_, State::selectivity_;
    using State::State;
    using typename State::Continuations;

    // What decides about the moves of a node.
    struct Node {
        int depth;
        int ply;
        bool pv_node;
        bool cut_node;  // a cut is expected
        bool in_check;
        bool was_pv;             // on the principal variation, now or when the table's entry was written
        bool selective = false;  // moves may be pruned and reduced
        bool improving = false;
        bool first_takes = false;     // the first move is a capture
        bool first_is_alone = false;  // no other comes near it
        Score evaluation = kInfinity;
    };

    // The result of a node: no move if none was better than alpha.
    struct Found {
        Score score;
        std::optional<Move> move;
        bool quiet;
    };

    // Moves that were searched.
    class Tried {
    public:
        void add(Move move) {
            if (count_ < moves_.size()) moves_[count_++] = move;
        }
        const Move* begin() const { return moves_.data(); }
        const Move* end() const { return moves_.data() + count_; }

    private:
        std::array<Move, 64> moves_;
        std::size_t count_ = 0;
    };

    auto checking_moves() const {
        if constexpr (HasExchanges<P>) {
            return game_.checking();
        } else {
            return [](Move) { return false; };
        }
    }

    // Is the mover so far behind near the leaves that no quiet move helps, whatever its history?
    bool is_far_behind(const Node& here, Score alpha) const {
        return here.depth <= 3 && !here.in_check && here.evaluation + 160 + 110 * here.depth <= alpha;
    }

    // Is a move not worth a search: too far behind, too much material lost, or bad by history?
    bool is_hopeless(const Node& here, const typename Picker<P>::Pick& pick, int number, int history, bool checks,
                     Score alpha) const
        requires HasExchanges<P>
    {
        const int left =
            std::max(here.depth - 1 - selectivity_.reduction(here.depth, number) - (here.improving ? 0 : 1), 0);
        if (pick.hint != 0 || checks) {
            if (!checks && !here.pv_node && !here.in_check && left < 7 &&
                here.evaluation + 150 + 150 * left + game_.captured_value(pick.move) + history / 40 <= alpha)
                return true;
            const Score bearable = 200 * here.depth - 30;
            return pick.hint != 0 ? pick.hint < -bearable : game_.loses_more(pick.move, bearable);
        }
        if (left < 6 && history < -tuning().hopeless_history * (here.depth - 1)) return true;
        if (!here.in_check && left < 12 && here.evaluation + 85 + 100 * left + history / 150 <= alpha) return true;
        return game_.loses_more(pick.move, left * (17 * left + 30));
    }

    // By how many plies the search of a move is shorter than that of the first, before it turns out to be good. The
    // move has been made.
    int late_reduction(const Node& here, int number, int hint, int history) const {
        if constexpr (HasExchanges<P>) {
            if (options_.exact || here.depth < 2 || number <= 1 + int{here.pv_node && here.ply <= 1}) return 0;
            if (hint > 0 && here.was_pv && !here.cut_node) return 0;
            int less = selectivity_.fine_reduction(here.depth, number);
            if (!here.improving) less += 100;
            if (here.was_pv) less -= tuning().was_pv_less;
            if (here.cut_node) less += tuning().cut_node_more;
            if (here.pv_node) less -= 100;
            if (here.first_takes) less += 80;
            if (here.first_is_alone) less -= 100;
            if (checked()) less -= 100;
            if (!here.pv_node && cutoffs_[at(here.ply) + 1] > 3) less += 100;
            if (hint > 0) less -= 100;
            less -= history * 100 / tuning().history_ply;
            return less / 100;
        } else {
            return here.selective && here.depth >= 3 && number > 2
                       ? selectivity_.late_reduction(here.depth, number, here.pv_node, here.improving, checked(), hint,
                                                     history)
                       : 0;
        }
    }

    // Learns from the result of a node, whose upper bound was `beta`.
    void learn(const Node& here, std::optional<Move> previous, const Continuations& continuations, const Found& found,
               Score beta, const Tried& tried_quiet, const Tried& tried_captures) {
        const bool clearly = HasExchanges<P> && found.score >= beta + 100;
        const int bonus = MoveHistory<P>::bonus(here.depth + int{clearly});
        if (!found.move) {
            reward_previous(here, previous, found.score - beta, bonus);
            return;
        }
        if (found.quiet) {
            move_history_.learn_best(game_, here.ply, previous, continuations, *found.move, bonus);
            for (const Move move : tried_quiet)
                if (move != *found.move) move_history_.reward(game_, continuations, move, -bonus);
        }
        if constexpr (HasExchanges<P>) {
            if (!found.quiet) move_history_.reward_capture(game_, *found.move, bonus);
            for (const Move move : tried_captures)
                if (move != *found.move) move_history_.reward_capture(game_, move, -bonus);
        }
    }

    // All moves failed, by so much: the quiet move before was good.
    void reward_previous(const Node& here, std::optional<Move> previous, Score short_of_beta, int bonus) {
        if constexpr (HasExchanges<P>) {
            if (!previous || !quiet_[at(here.ply) - 1]) return;
            const int depth = here.depth;
            if (depth < 5 && !here.pv_node && short_of_beta > -40 * depth) return;
            const auto index = static_cast<std::size_t>(continuation_indices_[at(here.ply) - 1]);
            move_history_.follow(continuation_rows(here.ply - 1), index, bonus);
        }
    }

    // Corrects the evaluation of similar positions, if the result says how.
    void correct(const Node& here, const Found& found, Score beta) {
        if constexpr (HasPatterns<P>) {
            if (is_decided(found.score) || (found.move && !found.quiet)) return;
            if (found.move ? found.score >= beta && found.score <= here.evaluation : found.score >= here.evaluation)
                return;
            move_history_.corrections.learn(game_, here.depth, found.score - here.evaluation);
        }
    }

    // The table cuts a node: its move was good again, or bad again.
    void learn_from_table(const TableEntry& known, int depth, Score beta, int ply) {
        if constexpr (HasExchanges<P> && ChecksMoves<P>) {
            if (!known.has_move) return;
            const Move move = unpacked<Move>(known.move);
            if (!game_.is_legal(move) || game_.captures(move)) return;
            const int bonus = MoveHistory<P>::bonus(depth);
            const bool good = from_root(known.score, ply) >= beta;
            move_history_.reward(game_, continuation_rows(ply), move, good ? bonus : -bonus);
        }
    }
};

}  // namespace garlic
