// The search of one thread at the root.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "garlic/search_tree.h"

namespace garlic {

// A root move and its results.
template <Searchable P>
struct RootMove {
    typename P::Move move;
    Score score = -kInfinity;          // of the current depth; -kInfinity while unknown
    Score earlier_score = -kInfinity;  // of the previous depth
    std::uint64_t nodes = 0;
    std::vector<typename P::Move> line;  // begins with the move
};

template <Searchable P>
class Searcher : public SearchTree<P> {
    using Tree = SearchTree<P>;
    using Tree::move_history_, Tree::game_, Tree::lines_, Tree::meter_, Tree::options_, Tree::tuning;

public:
    using Tree::kMaxPly;
    using typename Tree::Move;

    // `move_history` is kept from earlier searches of this thread.
    Searcher(const P& root, const Selectivity<P>& selectivity, Table& table, MoveHistory<P>& move_history,
             Budget& budget, const SearchOptions& options)
        : Tree(root, selectivity, table, move_history, budget, options) {
        MoveList<P> moves;
        game_.legal_moves(moves);
        std::size_t place = 0;
        for (const Move move : moves) {
            if (!options.admits(place++)) continue;
            root_moves_.push_back({.move = move, .line = {move}});
            root_moves_.back().line.reserve(kMaxPly + 2);
        }
        if constexpr (ProvesEnds<P> && HintsMoves<P> && HintsQuietMoves<P>) {
            // If all moves lose equally fast, the first is played: put the best-looking one first.
            const auto ordering = [noisy = game_.hints(), quiet = game_.quiet_hints()](const RootMove<P>& one) {
                const int hint = noisy(one.move);
                return hint != 0 ? hint : quiet(one.move);
            };
            std::stable_sort(root_moves_.begin(), root_moves_.end(),
                             [&](const auto& a, const auto& b) { return ordering(a) > ordering(b); });
        }
    }

    // Searches all root moves to `depth` and sorts them, the best `lines` with exact scores.
    // False if the budget ended the search; the order is then the best known.
    bool deepen(int depth) {
        this->deepest_ply_ = 0;
        this->root_depth_ = depth;
        for (auto& root : root_moves_) {
            root.earlier_score = root.score;
            root.score = -kInfinity;
        }
        const auto wanted = std::min(static_cast<std::size_t>(options_.lines), root_moves_.size());
        if (wanted == 1 && prove_root(depth)) return true;
        for (std::size_t place = 0; place < wanted && !meter_.spent(); ++place) aspiration_search(depth, place);
        if (meter_.spent()) return false;
        sort(0, wanted);  // the search of a later line may have changed an earlier score
        return true;
    }

    std::span<const RootMove<P>> root_moves() const { return root_moves_; }

private:
    // Finds the best root move from `place` on, with an aspiration window.
    void aspiration_search(int depth, std::size_t place) {
        Score low = -kInfinity;
        Score high = kInfinity;
        Score margin = tuning().aspiration;
        const Score expected = root_moves_[place].earlier_score;
        const bool narrow = depth >= 4 && margin > 0 && !is_decided(expected) && expected != -kInfinity;
        if (narrow) {
            low = std::max(expected - margin, -kInfinity);
            high = std::min(expected + margin, kInfinity);
        }
        while (true) {
            const Score score = root(depth, low, high, place);
            sort(place, root_moves_.size());
            if (meter_.spent()) return;
            if (score <= low && low > -kInfinity) {
                high = (low + high) / 2;
                low = std::max(score - margin, -kInfinity);
            } else if (score >= high && high < kInfinity) {
                high = std::min(score + margin, kInfinity);
            } else {
                return;
            }
            margin *= 3;
            if (is_decided(score) || margin > 60 * tuning().aspiration) {
                low = -kInfinity;
                high = kInfinity;
            }
        }
    }

    // Puts a move that is proven to win in front; false if there is none.
    bool prove_root(int depth) {
        if constexpr (ProvesEnds<P>) {
            auto& line = lines_[0].moves;
            const auto score = options_.exact ? std::nullopt : game_.prove(depth + tuning().root_proof, meter_, line);
            if (meter_.spent() || !score || !is_win(*score)) return false;
            const auto winner = std::find_if(root_moves_.begin(), root_moves_.end(),
                                             [&](const auto& root) { return root.move == line.front(); });
            if (winner == root_moves_.end()) return false;
            winner->score = *score;
            winner->line = line;
            sort(0, root_moves_.size());
            return true;
        } else {
            return false;
        }
    }

    void sort(std::size_t from, std::size_t to) {
        const auto begin = root_moves_.begin();
        std::stable_sort(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to),
                         [](const auto& a, const auto& b) {
                             return a.score != b.score ? a.score > b.score : a.earlier_score > b.earlier_score;
                         });
    }

    Score root(int depth, Score alpha, Score beta, std::size_t place) {
        const Side us = game_.mover();
        const Score old_alpha = alpha;
        Score best = -kInfinity;
        move_history_.forget_killers(1);
        this->evaluations_[0] = kInfinity;
        if constexpr (HasPatterns<P>) {
            if (!this->checked()) this->evaluations_[0] = this->corrected(game_.evaluate());
        }
        for (std::size_t index = place; index < root_moves_.size(); ++index) {
            RootMove<P>& root = root_moves_[index];
            const std::uint64_t before = this->visited_;
            const int number = static_cast<int>(index - place) + 1;
            Score score;
            {
                this->note(root.move, 0);
                if constexpr (HasExchanges<P>) this->quiet_[0] = !game_.captures(root.move);
                const Played played{game_, root.move};
                if (number == 1) {
                    score = this->child(us, depth - 1, alpha, beta, 1);
                } else {
                    const bool reduce = !options_.exact && !this->solved(depth) && !this->solvable(depth - 1) &&
                                        depth >= 3 && number > 3;
                    const int less = reduce ? std::min(this->selectivity_.reduction(depth, number) - 1, depth - 2) : 0;
                    score = this->child(us, depth - 1 - std::max(less, 0), alpha, alpha + 1, 1, true);
                    if (score > alpha && less > 0) score = this->child(us, depth - 1, alpha, alpha + 1, 1, true);
                    if (score > alpha && score < beta) score = this->child(us, depth - 1, alpha, beta, 1);
                }
            }
            if (meter_.spent()) return best;
            root.nodes += this->visited_ - before;
            if (number == 1 || score > alpha) {
                root.score = score;
                root.line.assign(1, root.move);
                const auto& rest = lines_[1].moves;
                root.line.insert(root.line.end(), rest.begin(), rest.end());
            } else {
                root.score = -kInfinity;
            }
            best = std::max(best, score);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        if (place == 0 && options_.only.empty()) {  // the best of a subset says nothing about the position
            const auto& first = *std::max_element(root_moves_.begin(), root_moves_.end(),
                                                  [](const auto& a, const auto& b) { return a.score < b.score; });
            this->store(depth, best, old_alpha, beta, first.move, kInfinity, 0);
        }
        return best;
    }

    std::vector<RootMove<P>> root_moves_;
};

}  // namespace garlic
