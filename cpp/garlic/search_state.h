// What the search keeps at each ply, and its access to game, table and meter. `search_tree.h` is the search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "garlic/limits.h"
#include "garlic/order.h"
#include "garlic/score.h"
#include "garlic/searchable.h"
#include "garlic/selective.h"
#include "garlic/table.h"

namespace garlic {

struct SearchOptions {
    int lines = 1;       // how many best moves to report, each with its own score
    bool exact = false;  // every move to the same depth, then evaluate(): plain minimax
    bool with_table = true;
    std::vector<std::size_t> only = {};  // indices in legal_moves() of the root moves to search; empty: all

    bool admits(std::size_t place) const {
        return only.empty() || std::find(only.begin(), only.end(), place) != only.end();
    }
};

template <Searchable P>
class SearchState {
public:
    using Move = typename P::Move;
    static constexpr int kMaxPly = Table::kDeepest;

    int deepest_ply() const { return deepest_ply_; }
    const P& position() const { return game_; }

    // Reports the nodes counted so far.
    void settle() { meter_.settle(); }

protected:
    using Code = typename MoveHistory<P>::Code;
    using Continuations = typename MoveHistory<P>::Continuations;

    struct Line {
        std::vector<Move> moves;  // room for the longest line is reserved in advance
    };

    SearchState(const P& root, const Selectivity<P>& selectivity, Table& table, MoveHistory<P>& move_history,
                Budget& budget, const SearchOptions& options)
        : game_(root),
          selectivity_(selectivity),
          table_(table),
          meter_(budget),
          options_(options),
          move_history_(move_history),
          lines_(kMaxPly + 2) {
        for (Line& line : lines_) line.moves.reserve(kMaxPly + 2);
    }

    const Tuning& tuning() const { return selectivity_.tuning(); }

    static std::size_t at(int ply) { return static_cast<std::size_t>(ply); }

    bool enter(int ply) {
        lines_[at(ply)].moves.clear();
        deepest_ply_ = std::max(deepest_ply_, ply);
        ++visited_;
        return meter_.spend();
    }

    // How far back the search may score a repetition early; an exact search not at all.
    int counted(int ply) const { return options_.exact ? 0 : ply; }

    // Records a move that is about to be made.
    void note(Move move, int ply) {
        played_[at(ply)] = move;
        if constexpr (HasContinuationHistory<P>)
            continuation_indices_[at(ply)] = static_cast<Code>(game_.continuation_index(move));
    }

    // Makes a move while the table's entry for the new position is prefetched.
    Played<P> play(Move move) {
        if constexpr (AnnouncesKey<P>) {
            return Played<P>(game_, move, [this](std::uint64_t key) { table_.prefetch(key); });
        } else {
            return Played<P>(game_, move);
        }
    }

    // The continuation history of the moves that led here.
    Continuations continuation_rows(int ply) {
        Continuations rows{};
        for (std::size_t back = 0; back < rows.size(); ++back) {
            const int before = ply - 1 - static_cast<int>(back);
            rows[back] =
                move_history_.continuation(before >= 0 ? continuation_indices_[at(before)] : MoveHistory<P>::kNone);
        }
        return rows;
    }

    // The evaluation, or the result if the game is over.
    Score static_score(int ply) const {
        if constexpr (KnowsEnd<P>) {
            if (game_.over()) return from_root(game_.final_score(), ply);
        } else {
            MoveList<P> moves;
            game_.legal_moves(moves);
            if (moves.empty()) return from_root(game_.final_score(), ply);
        }
        return game_.evaluate();
    }

    bool checked() const {
        if constexpr (HasChecks<P>) {
            return game_.in_check();
        } else {
            return false;
        }
    }

    // Does a search of this depth reach the end of the game on every line?
    bool solved(int depth) const {
        if constexpr (BoundsLength<P>) {
            return depth >= game_.plies_left();
        } else {
            return false;
        }
    }

    TableEntry probe() const {
        if constexpr (Hashed<P>) {
            if (options_.with_table) return table_.probe(game_.key());
        }
        return {};
    }

    static std::optional<Move> table_move(const TableEntry& known) {
        return known.has_move ? std::optional<Move>(unpacked<Move>(known.move)) : std::nullopt;
    }

    bool decides(const TableEntry& known, int depth, Score alpha, Score beta, int ply) const {
        const Score score = from_root(known.score, ply);
        // A proof holds at any depth; in an exact search the depth must match.
        const bool proven =
            (is_win(score) && known.bound != Bound::kUpper) || (is_loss(score) && known.bound != Bound::kLower);
        const bool deep_enough = options_.exact ? known.depth == depth : known.depth >= depth || proven;
        if (!deep_enough) return false;
        switch (known.bound) {
            case Bound::kExact: return true;
            case Bound::kLower: return score >= beta;
            case Bound::kUpper: return score <= alpha;
            case Bound::kNone: return false;
        }
        return false;
    }

    void store(int depth, Score best, Score alpha, Score beta, std::optional<Move> move, Score evaluation, int ply,
               bool was_pv = false) {
        if constexpr (Hashed<P>) {
            if (!options_.with_table) return;
            table_.store(game_.key(), {.move = move ? packed(*move) : std::uint16_t{0},
                                       .has_move = move.has_value(),
                                       .was_pv = was_pv,
                                       .bound = best >= beta   ? Bound::kLower
                                                : best > alpha ? Bound::kExact
                                                               : Bound::kUpper,
                                       .depth = depth,
                                       .score = from_node(best, ply),
                                       .evaluation = evaluation});
        }
    }

    // Should the game's own solver take over?
    bool solvable(int depth) const {
        if constexpr (SolvesEndgame<P>) {
            return !options_.exact && game_.may_solve(depth);
        } else {
            return false;
        }
    }

    // The evaluation, or a better estimate from the table.
    static Score refined(Score evaluation, const TableEntry& known, int ply) {
        if (!known.found() || is_decided(known.score)) return evaluation;
        const Score score = from_root(known.score, ply);
        const bool better = known.bound == Bound::kExact || (known.bound == Bound::kLower && score > evaluation) ||
                            (known.bound == Bound::kUpper && score < evaluation);
        return better ? score : evaluation;
    }

    // Has the opponent a threat for which the evaluation is no guide?
    bool is_threatened() const {
        if constexpr (KnowsThreats<P>) {
            return game_.threatened();
        } else {
            return false;
        }
    }

    // The evaluation, moved by what searches of similar positions found.
    Score corrected(Score evaluation) const {
        if constexpr (HasPatterns<P>) {
            return options_.exact ? evaluation : points(evaluation + move_history_.corrections.of(game_));
        } else {
            return evaluation;
        }
    }

    // Is the mover better off than two plies ago, or four where there was a check?
    bool is_improving(int ply) const {
        const Score now = evaluations_[at(ply)];
        if constexpr (HasExchanges<P>) {
            if (now == kInfinity) return false;
            for (const int back : {2, 4})
                if (ply >= back && evaluations_[at(ply - back)] != kInfinity) return now > evaluations_[at(ply - back)];
            return true;
        } else {
            if (ply < 2 || now == kInfinity || evaluations_[at(ply) - 2] == kInfinity) return true;
            return now > evaluations_[at(ply) - 2];
        }
    }

    void extend_line(int ply, Move move) {
        auto& line = lines_[at(ply)].moves;
        const auto& rest = lines_[at(ply) + 1].moves;
        line.assign(1, move);
        line.insert(line.end(), rest.begin(), rest.end());
    }

    P game_;
    const Selectivity<P>& selectivity_;
    Table& table_;
    Meter meter_;
    const SearchOptions options_;
    MoveHistory<P>& move_history_;
    std::vector<Line> lines_;  // the principal variation from each ply
    std::array<Move, kMaxPly + 2> played_{};
    std::array<Code, kMaxPly + 2> continuation_indices_{};  // continuation_index of each move in played_
    std::array<Score, kMaxPly + 2> evaluations_{};
    std::array<bool, kMaxPly + 2> quiet_{};   // was the move in played_ quiet?
    std::array<int, kMaxPly + 3> cutoffs_{};  // at this ply, since the node two plies above began
    std::uint64_t visited_ = 0;
    int deepest_ply_ = 0;
    int root_depth_ = 0;
};

}  // namespace garlic
