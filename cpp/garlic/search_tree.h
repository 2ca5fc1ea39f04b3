// The search of one thread below the root: principal-variation search over any Searchable position.
// `search.h` handles the root moves.
//
// Nothing here allocates, throws or calls a virtual function after construction. Every move is made through
// Played, so that the position is restored wherever a search is cut short.
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
class SearchTree {
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

    SearchTree(const P& root, const Selectivity<P>& selectivity, Table& table, MoveHistory<P>& move_history,
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

    // The score for `us` of the position after the move just made. After a pass the same side may be to move
    // again: the sign follows the mover, not the ply.
    Score child(Side us, int depth, Score alpha, Score beta, int ply) {
        return game_.mover() == us ? node(depth, alpha, beta, ply, false) : -node(depth, -beta, -alpha, ply, false);
    }

    Score node(int depth, Score alpha, Score beta, int ply, bool after_skip, std::optional<Move> excluded = {}) {
        if (depth <= 0 && !(solvable(depth) && !excluded))
            return options_.exact ? leaf(ply) : quiesce(alpha, beta, ply, 0);
        if (!enter(ply)) return kDraw;
        if (ply >= kMaxPly) return static_score(ply);
        if constexpr (ScoresRepetition<P>) {
            if (const auto score = game_.repetition(counted(ply))) return from_root(*score, ply);
        }
        // Mate-distance pruning: no line from here is better or worse than a game that ends at once.
        alpha = std::max(alpha, loss_in(ply));
        beta = std::min(beta, win_in(ply));
        if (alpha >= beta) return alpha;

        const bool pv_node = beta - alpha > 1;  // on the principal variation
        if constexpr (SearchesLastPly<P>) {
            if (depth == 1 && !pv_node && !excluded && !options_.exact) {
                std::uint64_t searched = 0;
                if (const auto score = game_.last_ply(beta, searched)) {
                    visited_ += searched;
                    return meter_.spend(searched) ? from_root(*score, ply) : kDraw;
                }
            }
        }
        const TableEntry known = excluded ? TableEntry{} : probe();
        if (!pv_node && known.found() && decides(known, depth, alpha, beta, ply)) return from_root(known.score, ply);
        if constexpr (KnowsEnd<P>) {
            if (game_.over()) return from_root(game_.final_score(), ply);
        }
        if constexpr (SolvesEndgame<P>) {
            if (solvable(depth) && !excluded) return solve(alpha, beta, ply);
        }

        const Side us = game_.mover();
        const bool in_check = checked();
        const bool selective = !options_.exact && !in_check && !solved(depth);
        const std::optional<Move> first = table_move(known);
        const std::optional<Move> previous = after_skip ? std::nullopt : std::optional<Move>(played_[at(ply) - 1]);
        Score evaluation = kInfinity;
        const bool evaluated = selective && uses_evaluation(depth);
        if (evaluated) evaluation = known.evaluation_or([&] { return game_.evaluate(); });
        evaluations_[at(ply)] = evaluation;
        const bool may_cut = evaluated && !pv_node && !excluded && !is_decided(beta) && !is_decided(alpha);
        const Score refined_evaluation = may_cut ? refined(evaluation, known, ply) : evaluation;
        if (may_cut && is_far_ahead(refined_evaluation, depth, beta, ply)) return refined_evaluation;
        if (!excluded) {
            if (const auto score = proven(depth, alpha, beta, ply)) return *score;
            if (meter_.spent()) return kDraw;
        }
        if (may_cut) {
            if (const auto score = static_cut(refined_evaluation, depth, alpha, beta, ply, after_skip)) return *score;
            if (meter_.spent()) return kDraw;
        }
        if (tuning().reduce_without_move && selective && !first && depth >= 4) --depth;
        const bool improving = is_improving(ply);
        move_history_.forget_killers(ply + 1);

        const Continuations continuations = continuation_rows(ply);
        Picker<P> picker(game_, move_history_, depth, ply, previous, continuations, first);
        if constexpr (!KnowsEnd<P>) {
            if (picker.empty()) return from_root(game_.final_score(), ply);
        }
        const Score old_alpha = alpha;
        Score best = -kInfinity;
        std::optional<Move> best_move;
        std::array<Move, kMostTried> tried;
        int tried_count = 0;
        int number = 0;
        while (const auto pick = picker.next()) {
            const Move move = pick->move;
            const bool quiet = pick->hint == 0;
            if (excluded && move == *excluded) continue;
            ++number;
            if (selective && quiet && best > -kLongestWin &&
                (selectivity_.is_late(depth, number, improving) ||
                 selectivity_.is_futile(depth, number, evaluation, alpha))) {
                picker.skip_quiet();
                continue;
            }
            int next_depth = depth - 1 + (in_check && !options_.exact && ply < 2 * root_depth_ ? 1 : 0);
            if (tuning().singular_depth > 0 && selective && !excluded && first && move == *first &&
                ply < 2 * root_depth_) {
                const auto deeper = singular(known, depth, beta, ply, pv_node);
                if (!deeper) return meter_.spent() ? kDraw : singular_cut(known, depth, ply);
                next_depth += *deeper;
            }
            Score score;
            {
                const int history_score =
                    quiet && selective && depth >= 3 ? move_history_.history_score(game_, us, move, continuations) : 0;
                note(move, ply);
                const Played<P> played = play(move);
                if constexpr (Hashed<P> && !AnnouncesKey<P>) table_.prefetch(game_.key());
                if (number == 1) {
                    score = child(us, next_depth, alpha, beta, ply + 1);
                } else {
                    const int less = selective && depth >= 3 && number > 2
                                         ? selectivity_.late_reduction(depth, number, pv_node, improving, checked(),
                                                                       pick->hint, history_score)
                                         : 0;
                    score = child(us, next_depth - less, alpha, alpha + 1, ply + 1);
                    if (score > alpha && less > 0) score = child(us, next_depth, alpha, alpha + 1, ply + 1);
                    if (score > alpha && score < beta) score = child(us, next_depth, alpha, beta, ply + 1);
                }
            }
            if (meter_.spent()) return kDraw;
            if (score > best) {
                best = score;
                if (score > alpha) {
                    best_move = move;
                    alpha = score;
                    if (pv_node) extend_line(ply, move);
                    if (score >= beta) {
                        if (quiet)
                            move_history_.learn(game_, ply, previous, continuations, move, tried.data(), tried_count,
                                                depth);
                        break;
                    }
                }
            }
            if (quiet && tried_count < kMostTried) tried[at(tried_count++)] = move;
        }
        if (number == 0) return alpha;  // only the excluded move is legal
        if (!excluded) store(depth, best, old_alpha, beta, best_move, evaluation, ply);
        return best;
    }

    // Quiescence: only noisy moves, until the position is quiet enough to evaluate.
    Score quiesce(Score alpha, Score beta, int ply, int below) {
        if (!enter(ply)) return kDraw;
        if constexpr (ScoresRepetition<P>) {
            if (const auto score = game_.repetition(counted(ply))) return from_root(*score, ply);
        }
        if (ply >= kMaxPly || !HasNoisyMoves<P>) return static_score(ply);
        MoveList<P> moves;
        const bool in_check = checked();
        const TableEntry known = probe();
        if (beta - alpha == 1 && known.found() && decides(known, 0, alpha, beta, ply))
            return from_root(known.score, ply);
        if constexpr (KnowsEnd<P>) {
            if (game_.over()) return from_root(game_.final_score(), ply);
        } else if (in_check || !HasChecks<P>) {
            game_.legal_moves(moves);
            if (moves.empty()) return from_root(game_.final_score(), ply);
            if (!in_check) moves.clear();
        }
        Score evaluation = kInfinity;
        if (!in_check) {
            evaluation = known.evaluation_or([&] { return game_.evaluate(); });
            if (evaluation >= beta) return evaluation;
        }
        if (const auto score = proven(0, alpha, beta, ply)) return *score;
        if (meter_.spent()) return kDraw;
        const Side us = game_.mover();
        const Score old_alpha = alpha;
        Score best = -kInfinity;
        if (!in_check) {
            best = evaluation;
            alpha = std::max(alpha, best);
            if constexpr (HasNoisyMoves<P>) game_.noisy_moves(moves, below);
        } else if constexpr (KnowsEnd<P>) {
            game_.legal_moves(moves);
        }
        std::optional<Move> best_move;
        std::array<int, P::kMaxMoves> hints;
        order_noisy(game_, moves, hints, table_move(known));
        for (std::size_t index = 0; index < moves.size(); ++index) {
            const Move move = moves[index];
            if constexpr (BoundsGain<P>) {
                const Score most = points(evaluation + game_.most_gain(move, hints[index]));
                if (!in_check && most <= alpha) {
                    best = std::max(best, most);
                    continue;
                }
            }
            Score score;
            {
                const Played<P> played = play(move);
                score = game_.mover() == us ? quiesce(alpha, beta, ply + 1, below + 1)
                                            : -quiesce(-beta, -alpha, ply + 1, below + 1);
            }
            if (meter_.spent()) return kDraw;
            if (score > best) {
                best = score;
                if (score > alpha) {
                    alpha = score;
                    best_move = move;
                    if (beta - alpha > 1) extend_line(ply, move);
                    if (score >= beta) break;
                }
            }
        }
        store(0, best, old_alpha, beta, best_move, evaluation, ply);
        return best;
    }

    // --- parts of a node --------------------------------------------------------------------

    static constexpr int kMostTried = 64;

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

    Score leaf(int ply) {
        if (!enter(ply)) return kDraw;
        if constexpr (ScoresRepetition<P>) {
            if (const auto score = game_.repetition(counted(ply))) return from_root(*score, ply);
        }
        return static_score(ply);
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

    void store(int depth, Score best, Score alpha, Score beta, std::optional<Move> move, Score evaluation, int ply) {
        if constexpr (Hashed<P>) {
            if (!options_.with_table) return;
            table_.store(game_.key(), {.move = move ? packed(*move) : std::uint16_t{0},
                                       .has_move = move.has_value(),
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

    Score solve(Score alpha, Score beta, int ply)
        requires SolvesEndgame<P>
    {
        Table* const table = options_.with_table ? &table_ : nullptr;
        const Score score = game_.solve(from_node(alpha, ply), from_node(beta, ply), meter_, table);
        if (meter_.spent()) return kDraw;
        store(kMaxPly, from_root(score, ply), alpha, beta, std::nullopt, kInfinity, ply);
        return from_root(score, ply);
    }

    // What the game itself can prove here, as a score from the root.
    std::optional<Score> proven(int depth, Score alpha, Score beta, int ply) {
        if constexpr (ProvesEnds<P>) {
            if (options_.exact) return std::nullopt;
            const auto score = game_.prove(depth, meter_, lines_[at(ply)].moves);
            if (!score || meter_.spent()) return std::nullopt;
            store(std::max(depth, 0), from_root(*score, ply), alpha, beta, std::nullopt, kInfinity, ply);
            return from_root(*score, ply);
        } else {
            return std::nullopt;
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

    // Futility: is the mover so far ahead that a node may be cut without trying its moves? This is asked before the
    // game proves anything, because proofs cost far more than the evaluation.
    bool is_far_ahead(Score evaluation, int depth, Score beta, int ply) const {
        if constexpr (BoundsSwing<P>) {
            if (depth > tuning().futility_depth || is_threatened()) return false;
            return evaluation - selectivity_.swing(far_ahead_depth(depth, ply)) >= beta;
        } else {
            return false;
        }
    }

    // Has the opponent a threat for which the evaluation is no guide?
    bool is_threatened() const {
        if constexpr (KnowsThreats<P>) {
            return game_.threatened();
        } else {
            return false;
        }
    }

    // Static pruning: cuts a node without trying its moves where a shallow search or a null move is convincing.
    std::optional<Score> static_cut(Score evaluation, int depth, Score alpha, Score beta, int ply, bool after_skip) {
        if constexpr (BoundsSwing<P>) {
            // At the last plies only noisy moves are left to try anyway.
            if (depth <= std::min(tuning().futility_depth, 2) &&
                evaluation + depth * selectivity_.swing(depth) <= alpha) {
                const Score score = quiesce(alpha, alpha + 1, ply, 0);
                if (score <= alpha) return score;
            }
        }
        if constexpr (HasProbCut<P>) {
            if (const auto score = probcut(evaluation, depth, alpha, beta, ply, after_skip)) return score;
            if (meter_.spent()) return std::nullopt;
        }
        if constexpr (HasNullMove<P>) {
            if (tuning().null_depth > 0 && depth >= tuning().null_depth && !after_skip && evaluation >= beta &&
                game_.may_skip())
                return null_cut(evaluation, depth, beta, ply);
        }
        return std::nullopt;
    }

    // Over how many plies a lead must hold for a futility cut.
    int far_ahead_depth(int depth, int ply) const {
        return tuning().trust_improving && is_improving(ply) ? depth - 1 : depth;
    }

    // Multi-ProbCut: asks a shallower search whether the deep one would leave the window, on the side where
    // the evaluation already is.
    std::optional<Score> probcut(Score evaluation, int depth, Score alpha, Score beta, int ply, bool after_skip)
        requires HasProbCut<P>
    {
        if (evaluation < beta && evaluation > alpha) return std::nullopt;
        const bool above = evaluation >= beta;
        for (int number = 0;; ++number) {
            const int shallow = game_.probcut_depth(depth, number);
            if (shallow <= 0) return std::nullopt;
            const Score margin = tuning().probcut_margin * game_.probcut_error(shallow, depth) / 100;
            const Score asked = above ? beta + margin : alpha - margin;
            if (is_decided(asked)) return std::nullopt;
            const Score found = above ? node(shallow, asked - 1, asked, ply, after_skip)
                                      : node(shallow, asked, asked + 1, ply, after_skip);
            if (meter_.spent()) return std::nullopt;
            if (above ? found >= asked : found <= asked) return above ? beta : alpha;
            if (above ? found < beta : found > alpha) return std::nullopt;  // a deeper one will hardly say otherwise
        }
    }

    // Does anything that static_cut() may try look at the evaluation?
    bool uses_evaluation(int depth) const {
        if constexpr (HasProbCut<P> && !BoundsSwing<P> && !HasNullMove<P>) {
            return game_.probcut_depth(depth, 0) > 0;
        } else {
            return true;
        }
    }

    std::optional<Score> null_cut(Score evaluation, int depth, Score beta, int ply)
        requires HasNullMove<P>
    {
        int shallow = depth - 1 - tuning().null_reduction - depth / 4;
        if (tuning().null_margin > 0) shallow -= std::min((evaluation - beta) / tuning().null_margin, 3);
        continuation_indices_[at(ply)] = MoveHistory<P>::kNone;
        const auto undo = game_.skip();
        Score score = -node(shallow, -beta, -beta + 1, ply + 1, true);
        game_.unskip(undo);
        if (meter_.spent() || score < beta) return std::nullopt;
        if (is_win(score)) score = beta;  // a win after a null move proves nothing
        if (depth < tuning().null_verify_depth) return score;
        const Score verified = node(shallow, beta - 1, beta, ply, true);
        return verified >= beta ? std::optional(score) : std::nullopt;
    }

    // How many plies to extend the table's move if no other comes near it, negative if it is one of several
    // good ones; nullopt if so many are good that the node can be cut.
    std::optional<int> singular(const TableEntry& known, int depth, Score beta, int ply, bool pv_node) {
        if (depth < tuning().singular_depth || known.bound == Bound::kUpper || known.depth < depth - 3 ||
            is_decided(known.score))
            return 0;
        const Score score = from_root(known.score, ply);
        const Score near = score - 2 * depth;
        const Score others = node(depth / 2, near - 1, near, ply, false, table_move(known));
        if (meter_.spent()) return std::nullopt;
        if (others < near) {
            const bool alone = tuning().singular_twice > 0 && !pv_node && others < near - tuning().singular_twice;
            return alone ? 2 : 1;
        }
        if (near >= beta) return std::nullopt;
        return score >= beta ? -tuning().singular_less : 0;
    }

    Score singular_cut(const TableEntry& known, int depth, int ply) const {
        return from_root(known.score, ply) - 2 * depth;
    }

    // Is the mover better off than two plies ago?
    bool is_improving(int ply) const {
        if (ply < 2 || evaluations_[at(ply)] == kInfinity || evaluations_[at(ply) - 2] == kInfinity) return true;
        return evaluations_[at(ply)] > evaluations_[at(ply) - 2];
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
    std::uint64_t visited_ = 0;
    int deepest_ply_ = 0;
    int root_depth_ = 0;
};

}  // namespace garlic
