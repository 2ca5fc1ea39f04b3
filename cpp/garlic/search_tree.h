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

#include "garlic/search_moves.h"

namespace garlic {

template <Searchable P>
class SearchTree : public SearchMoves<P> {
    using Base = SearchMoves<P>;

public:
    using Base::kMaxPly;
    using typename Base::Move;

protected:
    using Base::at, Base::checked, Base::checking_moves, Base::continuation_rows, Base::correct, Base::corrected,
        Base::counted, Base::decides, Base::enter, Base::extend_line, Base::is_far_behind, Base::is_hopeless,
        Base::is_improving, Base::is_threatened, Base::late_reduction, Base::learn, Base::learn_from_table, Base::note,
        Base::play, Base::probe, Base::refined, Base::solvable, Base::solved, Base::static_score, Base::store,
        Base::table_move, Base::tuning;
    using Base::Base;
    using Base::continuation_indices_, Base::cutoffs_, Base::evaluations_, Base::game_, Base::lines_, Base::meter_,
        Base::move_history_, Base::options_, Base::played_, Base::quiet_, Base::root_depth_, Base::selectivity_,
        Base::table_, Base::visited_;
    using typename Base::Continuations, typename Base::Found, typename Base::Node, typename Base::Tried;

    // The score for `us` of the position after the move just made. After a pass the same side may be to move
    // again: the sign follows the mover, not the ply. `cut_node`: a cut is expected there.
    Score child(Side us, int depth, Score alpha, Score beta, int ply, bool cut_node = false) {
        return game_.mover() == us ? node(depth, alpha, beta, ply, false, cut_node)
                                   : -node(depth, -beta, -alpha, ply, false, cut_node);
    }

    Score node(int depth, Score alpha, Score beta, int ply, bool after_skip, bool cut_node = false,
               std::optional<Move> excluded = {}) {
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
        if (!pv_node && known.found() && decides(known, depth, alpha, beta, ply)) {
            learn_from_table(known, depth, beta, ply);
            return from_root(known.score, ply);
        }
        if constexpr (KnowsEnd<P>) {
            if (game_.over()) return from_root(game_.final_score(), ply);
        }
        if constexpr (SolvesEndgame<P>) {
            if (solvable(depth) && !excluded) return solve(alpha, beta, ply);
        }

        Node here{.depth = depth,
                  .ply = ply,
                  .pv_node = pv_node,
                  .cut_node = cut_node,
                  .in_check = checked(),
                  .was_pv = pv_node || known.was_pv};
        here.selective = !options_.exact && !here.in_check && !solved(depth);
        const std::optional<Move> first = table_move(known);
        const std::optional<Move> previous = after_skip ? std::nullopt : std::optional<Move>(played_[at(ply) - 1]);
        Score plain = kInfinity;  // the evaluation before corrections
        const bool evaluated = here.selective && uses_evaluation(depth);
        if (evaluated && excluded) {
            here.evaluation = evaluations_[at(ply)];
        } else if (evaluated) {
            plain = known.evaluation_or([&] { return game_.evaluate(); });
            here.evaluation = corrected(plain);
        }
        evaluations_[at(ply)] = here.evaluation;
        cutoffs_[at(ply) + 2] = 0;
        const bool may_cut = evaluated && !pv_node && !excluded && !is_decided(beta) && !is_decided(alpha);
        const Score refined_evaluation = may_cut ? refined(here.evaluation, known, ply) : here.evaluation;
        if (may_cut && is_far_ahead(refined_evaluation, here, beta)) return refined_evaluation;
        if (may_cut && is_left_to_quiescence(refined_evaluation, depth, alpha)) return quiesce(alpha, beta, ply, 0);
        if (!excluded) {
            if (const auto score = proven(depth, alpha, beta, ply)) return *score;
            if (meter_.spent()) return kDraw;
        }
        if (may_cut) {
            if (const auto score = static_cut(refined_evaluation, plain, here, known, alpha, beta, after_skip))
                return *score;
            if (meter_.spent()) return kDraw;
        }
        if (tuning().reduce_without_move && here.selective && !first && depth >= 4) here.depth = --depth;
        here.improving = is_improving(ply);
        move_history_.forget_killers(ply + 1);

        const Continuations continuations = continuation_rows(ply);
        Picker<P> picker(game_, move_history_, depth, ply, previous, continuations, first);
        if constexpr (!KnowsEnd<P>) {
            if (picker.empty()) return from_root(game_.final_score(), ply);
        }
        const auto checking = checking_moves();
        const Side us = game_.mover();
        const Score old_alpha = alpha;
        Score best = -kInfinity;
        std::optional<Move> best_move;
        bool best_is_quiet = false;
        Tried tried_quiet;
        Tried tried_captures;
        int number = 0;
        while (const auto pick = picker.next()) {
            const Move move = pick->move;
            const bool quiet = pick->hint == 0;
            if (excluded && move == *excluded) continue;
            ++number;
            int history = 0;
            if constexpr (HasExchanges<P>) {
                history = quiet ? move_history_.history_score(game_, us, move, continuations)
                                : move_history_.capture_score(game_, move);
                if (best > -kLongestWin && !options_.exact) {
                    if (quiet && (selectivity_.is_late(depth, number, here.improving) || is_far_behind(here, alpha))) {
                        picker.skip_quiet();
                        continue;
                    }
                    if (is_hopeless(here, *pick, number, history, checking(move), alpha)) continue;
                }
            } else {
                if (here.selective && quiet && best > -kLongestWin &&
                    (selectivity_.is_late(depth, number, here.improving) ||
                     selectivity_.is_futile(depth, number, here.evaluation, alpha))) {
                    picker.skip_quiet();
                    continue;
                }
                if (quiet && here.selective && depth >= 3)
                    history = move_history_.history_score(game_, us, move, continuations);
            }
            int next_depth = depth - 1;
            if (here.in_check && tuning().extend_checks && !options_.exact && ply < 2 * root_depth_) ++next_depth;
            if (tuning().singular_depth > 0 && here.selective && !excluded && first && move == *first &&
                ply < 2 * root_depth_) {
                const auto deeper = singular(known, here, alpha, beta);
                if (!deeper) return meter_.spent() ? kDraw : singular_cut(known, depth, ply);
                next_depth += *deeper;
                here.first_is_alone = *deeper > 0;
            }
            if (number == 1) here.first_takes = !quiet;
            Score score;
            {
                note(move, ply);
                quiet_[at(ply)] = quiet;
                const Played<P> played = play(move);
                if constexpr (Hashed<P> && !AnnouncesKey<P>) table_.prefetch(game_.key());
                if (number == 1) {
                    score = child(us, next_depth, alpha, beta, ply + 1, !pv_node && !cut_node);
                } else {
                    const int less = late_reduction(here, number, pick->hint, history);
                    const int reduced = HasExchanges<P>
                                            ? std::clamp(next_depth - less, std::min(next_depth, 1), next_depth + 1)
                                            : next_depth - less;
                    score = child(us, reduced, alpha, alpha + 1, ply + 1, less != 0 || !cut_node);
                    if (score > alpha && reduced < next_depth) {
                        if constexpr (HasExchanges<P>) {
                            next_depth += int{score > best + tuning().deeper_lead + 4 * (next_depth - reduced)} -
                                          int{score < best + next_depth};
                            if (next_depth > reduced)
                                score = child(us, next_depth, alpha, alpha + 1, ply + 1, !cut_node);
                            if (quiet && !meter_.spent() && (score <= alpha || score >= beta))
                                move_history_.follow(continuations, at(continuation_indices_[at(ply)]),
                                                     score <= alpha ? -MoveHistory<P>::bonus(next_depth)
                                                                    : MoveHistory<P>::bonus(next_depth));
                        } else {
                            score = child(us, next_depth, alpha, alpha + 1, ply + 1);
                        }
                    }
                    if (score > alpha && score < beta) score = child(us, next_depth, alpha, beta, ply + 1);
                }
            }
            if (meter_.spent()) return kDraw;
            if (score > best) {
                best = score;
                if (score > alpha) {
                    best_move = move;
                    best_is_quiet = quiet;
                    alpha = score;
                    if (pv_node) extend_line(ply, move);
                    if (score >= beta) {
                        ++cutoffs_[at(ply)];
                        break;
                    }
                }
            }
            (quiet ? tried_quiet : tried_captures).add(move);
        }
        if (number == 0) return alpha;  // only the excluded move is legal
        const Found found{best, best_move, best_is_quiet};
        if (best >= beta || HasExchanges<P>)
            learn(here, previous, continuations, found, beta, tried_quiet, tried_captures);
        if (excluded) return best;
        if (evaluated) correct(here, found, beta);
        store(depth, best, old_alpha, beta, best_move, plain, ply, here.was_pv);
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
        Score plain = kInfinity;
        Score evaluation = kInfinity;
        if (!in_check) {
            plain = known.evaluation_or([&] { return game_.evaluate(); });
            evaluation = corrected(plain);
            if constexpr (HasExchanges<P>) evaluation = refined(evaluation, known, ply);
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
            if (HasExchanges<P> && !in_check && hints[index] < 0) continue;  // loses material
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
        store(0, best, old_alpha, beta, best_move, plain, ply, known.was_pv);
        return best;
    }

private:
    // --- parts of a node --------------------------------------------------------------------

    Score leaf(int ply) {
        if (!enter(ply)) return kDraw;
        if constexpr (ScoresRepetition<P>) {
            if (const auto score = game_.repetition(counted(ply))) return from_root(*score, ply);
        }
        return static_score(ply);
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

    // Futility: is the mover so far ahead that a node may be cut without trying its moves? This is asked before the
    // game proves anything, because proofs cost far more than the evaluation.
    bool is_far_ahead(Score evaluation, const Node& here, Score beta) const {
        if constexpr (BoundsSwing<P>) {
            if (here.depth > tuning().futility_depth || is_threatened()) return false;
            if (HasExchanges<P> && here.was_pv) return false;
            if (const int slope = tuning().ahead_slope; slope > 0)
                return evaluation - slope * (here.depth - int{is_improving(here.ply)}) >= beta;
            return evaluation - selectivity_.swing(far_ahead_depth(here.depth, here.ply)) >= beta;
        } else {
            return false;
        }
    }

    // Razoring: is the mover so far behind near the leaves that only a noisy move or a proof could help?
    bool is_left_to_quiescence(Score evaluation, int depth, Score alpha) const {
        return depth <= tuning().razor_depth && evaluation + tuning().razor_base + tuning().razor_slope * depth < alpha;
    }

    // Static pruning: cuts a node without trying its moves where a shallow search or a null move is convincing.
    std::optional<Score> static_cut(Score evaluation, Score plain, const Node& here, const TableEntry& known,
                                    Score alpha, Score beta, bool after_skip) {
        const int depth = here.depth;
        const int ply = here.ply;
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
                is_worth_skipping(here, beta) && game_.may_skip()) {
                if (const auto score = null_cut(evaluation, here, beta)) return score;
                if (meter_.spent()) return std::nullopt;
            }
        }
        if constexpr (HasExchanges<P> && HasNoisyMoves<P>) {
            if (tuning().capture_probcut > 0 && depth >= 5) return capture_cut(here, known, plain, beta);
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

    // Does the evaluation alone, without the table, promise enough for a null move?
    bool is_worth_skipping(const Node& here, Score beta) const {
        return !HasExchanges<P> || here.evaluation >= beta + 110 - 12 * here.depth;
    }

    std::optional<Score> null_cut(Score evaluation, const Node& here, Score beta)
        requires HasNullMove<P>
    {
        const int ply = here.ply;
        int shallow = here.depth - 1 - tuning().null_reduction - here.depth / tuning().null_share;
        if (tuning().null_margin > 0)
            shallow -= std::min((evaluation - beta) / tuning().null_margin, tuning().null_most);
        continuation_indices_[at(ply)] = MoveHistory<P>::kNone;
        quiet_[at(ply)] = false;
        const auto undo = game_.skip();
        Score score = -node(shallow, -beta, -beta + 1, ply + 1, true, !here.cut_node);
        game_.unskip(undo);
        if (meter_.spent() || score < beta) return std::nullopt;
        if (is_win(score)) score = beta;  // a win after a null move proves nothing
        if (here.depth < tuning().null_verify_depth) return score;
        const Score verified = node(shallow, beta - 1, beta, ply, true);
        return verified >= beta ? std::optional(score) : std::nullopt;
    }

    // ProbCut: a capture that is far above beta in a shallower search will be above it in a deep one.
    std::optional<Score> capture_cut(const Node& here, const TableEntry& known, Score plain, Score beta)
        requires HasExchanges<P> && HasNoisyMoves<P>
    {
        const Score asked = beta + tuning().capture_probcut - (here.improving ? 40 : 0);
        const int shallow = here.depth - 4;
        if (is_decided(asked)) return std::nullopt;
        if (known.found() && known.depth >= here.depth - 3 && from_root(known.score, here.ply) < asked)
            return std::nullopt;
        MoveList<P> moves;
        game_.noisy_moves(moves, 1);
        std::array<int, P::kMaxMoves> hints;
        order_noisy(game_, moves, hints, table_move(known));
        for (const Move move : moves) {
            if (game_.exchange(move) < std::max(asked - here.evaluation, 0)) continue;
            Score score;
            note(move, here.ply);
            quiet_[at(here.ply)] = false;
            {
                const Played<P> played = play(move);
                score = -quiesce(-asked, -asked + 1, here.ply + 1, 0);
                if (score >= asked) score = -node(shallow, -asked, -asked + 1, here.ply + 1, false, !here.cut_node);
            }
            if (meter_.spent()) return std::nullopt;
            if (score < asked) continue;
            store(here.depth - 3, score, asked - 1, asked, move, plain, here.ply, here.was_pv);
            return score;
        }
        return std::nullopt;
    }

    // How many plies to extend the table's move if no other comes near it, negative if it is one of several
    // good ones; nullopt if so many are good that the node can be cut.
    std::optional<int> singular(const TableEntry& known, const Node& here, Score alpha, Score beta) {
        if (here.depth < tuning().singular_depth || known.bound == Bound::kUpper || known.depth < here.depth - 3 ||
            is_decided(known.score))
            return 0;
        const Score score = from_root(known.score, here.ply);
        const Score near = score - 2 * here.depth;
        const Score others = node(here.depth / 2, near - 1, near, here.ply, false, here.cut_node, table_move(known));
        if (meter_.spent()) return std::nullopt;
        if (others < near) {
            const bool alone = tuning().singular_twice > 0 && !here.pv_node && others < near - tuning().singular_twice;
            return alone ? 2 : 1;
        }
        if (near >= beta) return std::nullopt;
        if (score >= beta) return -tuning().singular_less;
        return HasExchanges<P> && score <= alpha && score <= others ? -1 : 0;
    }

    Score singular_cut(const TableEntry& known, int depth, int ply) const {
        return from_root(known.score, ply) - 2 * depth;
    }
};

}  // namespace garlic
