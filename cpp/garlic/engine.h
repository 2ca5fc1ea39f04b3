// Iterative deepening with one or several threads, and its reports.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "garlic/search.h"

namespace garlic {

template <Searchable P>
struct FoundLine {
    Score score;                          // for the side to move
    bool proven;                          // by search to the end of the game, not by an evaluation
    std::vector<typename P::Move> moves;  // at least one
};

template <Searchable P>
struct Report {
    int depth = 0;        // completed
    int deepest_ply = 0;  // of the longest line searched
    std::uint64_t nodes = 0;
    Seconds seconds = 0;
    int table_permille = 0;
    std::vector<FoundLine<P>> lines;  // best first; empty if the game is over
};

template <Searchable P>
class Engine {
public:
    using OnReport = std::function<void(const Report<P>&)>;  // after each finished depth

    explicit Engine(std::size_t table_megabytes, int threads = 1, const Tuning& tuning = tuning_of<P>())
        : selectivity_(tuning), table_(table_megabytes), move_histories_(static_cast<std::size_t>(threads)) {}

    // Searches until a limit, until `stop` is set, or until the result is final. One thread with a
    // node or depth limit gives the same result every time on a new or cleared engine.
    Report<P> search(const P& position, const Limits& limits, const SearchOptions& options, std::atomic<bool>& stop,
                     const OnReport& on_report = {}) {
        Budget budget(limits, stop);
        table_.start_search();
        for (auto& move_history : move_histories_) move_history.start_search();
        Searcher<P> searcher(position, selectivity_, table_, move_histories_.front(), budget, options);
        Report<P> report;
        if (searcher.root_moves().empty()) return report;

        const int deepest = std::clamp(limits.depth.value_or(Searcher<P>::kMaxPly), 1, Searcher<P>::kMaxPly);
        const auto helpers = start_helpers(position, budget, options, deepest);
        for (int depth = 1; depth <= deepest; ++depth) {
            const bool finished = searcher.deepen(depth);
            searcher.settle();
            if (finished) report.depth = depth;
            report.deepest_ply = std::max(report.deepest_ply, searcher.deepest_ply());
            report.nodes = budget.nodes();
            report.seconds = budget.elapsed();
            // With several lines, all must come from one depth to be comparable.
            if (finished || options.lines == 1 || report.depth == 0) describe(report, searcher, options, finished);
            if (!finished) break;
            report.table_permille = table_.used_permille();
            if (on_report) on_report(report);
            if (is_enough(report, searcher, limits, depth) || !budget.may_go_deeper()) break;
        }
        budget.stop();
        return report;
    }

    // Clears what earlier searches left in the table and the history.
    void clear() {
        table_.clear();
        for (auto& move_history : move_histories_) move_history.clear();
    }

private:
    // With one legal move, search only this deep, to report a score.
    static constexpr int kForcedDepth = 4;

    std::vector<std::jthread> start_helpers(const P& position, Budget& budget, const SearchOptions& options,
                                            int deepest) {
        std::vector<std::jthread> helpers;
        for (std::size_t number = 1; number < move_histories_.size(); ++number)
            helpers.emplace_back([this, position, &budget, options, deepest, number] {
                Searcher<P> searcher(position, selectivity_, table_, move_histories_[number], budget, options);
                // Half of the helpers search a ply ahead, so that they do not all do the same.
                for (int depth = 1 + static_cast<int>(number % 2); depth <= deepest && searcher.deepen(depth); ++depth)
                    searcher.settle();
            });
        return helpers;
    }

    // Copies the root moves into the report. An unfinished depth counts: its first move was the best one
    // before, so a move that is now in front has beaten it.
    static void describe(Report<P>& report, const Searcher<P>& searcher, const SearchOptions& options, bool finished) {
        const bool seen_all = finished && is_solved(searcher.position(), report.depth, options.exact);
        report.lines.clear();
        for (const auto& root : searcher.root_moves().first(
                 std::min(static_cast<std::size_t>(options.lines), searcher.root_moves().size()))) {
            Score score = root.score != -kInfinity ? root.score : root.earlier_score;
            // Stopped before this move was searched at all.
            if (score == -kInfinity) score = searcher.position().evaluate();
            report.lines.push_back({score, seen_all || is_decided(score), root.line});
        }
    }

    static bool is_solved(const P& position, int depth, bool exact) {
        bool solved = false;
        if constexpr (BoundsLength<P>) solved = solved || depth >= position.plies_left();
        if constexpr (SolvesEndgame<P>) solved = solved || (!exact && position.may_solve(depth - 1));
        return solved;
    }

    static bool is_enough(const Report<P>& report, const Searcher<P>& searcher, const Limits& limits, int depth) {
        const bool forced = searcher.root_moves().size() == 1 && (limits.move_seconds || limits.game_seconds);
        if (forced && depth >= kForcedDepth) return true;
        for (const auto& line : report.lines) {
            if (!line.proven) return false;
            // Where the game proves wins by itself, a shorter win is not worth the time.
            if (ProvesEnds<P> && is_win(line.score)) continue;
            // A quicker win or a longer defence may still exist.
            if (is_decided(line.score) && depth < plies_to_end(line.score)) return false;
        }
        return true;
    }

    Selectivity<P> selectivity_;
    Table table_;
    std::vector<MoveHistory<P>> move_histories_;  // one for each thread
};

}  // namespace garlic
