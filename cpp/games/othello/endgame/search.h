// The exact endgame search, compiled once per instruction set.
//
// No #pragma once: see garlic/processor.h. GARLIC_FOUR_LANES and all headers must come before it.
//
// A margin is the mover's score minus the opponent's at the end of the game; cells that stay empty count for
// nobody. Null-window searches ask whether the margin is above `alpha` and return a bound on the same side of
// alpha as the true margin.

#include "games/othello/board/grid8x8_lines.h"

template <class Board>
struct Lines {
    using Cells = typename Board::Cells;
    static Cells reach(const Cells& own, const Cells& enemy) { return Board::reach(own, enemy); }
    static Cells flips(int place, const Cells& own, const Cells& enemy) { return Board::flips(place, own, enemy); }
};

template <>
struct Lines<Grid8x8> {
    using Cells = Grid8x8::Cells;
    static Cells reach(Cells own, Cells enemy) { return Cells::of(lines8::reach(own.part(0), enemy.part(0))); }
    static Cells flips(int place, Cells own, Cells enemy) {
        return Cells::of(lines8::flips(place, own.part(0), enemy.part(0)));
    }
};

template <class Board, int Planes>
class EndgameSearch {
public:
    using Cells = typename Board::Cells;
    using In = std::conditional_t<Cells::kWords == 1, Cells, const Cells&>;  // one word is passed in a register

    EndgameSearch(const Map<Board>& map, const EndgameTools<Board>& tools)
        : map_(map),
          tools_(tools),
          scale_(tools.point_scale),
          mean_(std::max(tools.point_scale * map.total / map.board.count(), 1)) {}

    // The margin if it lies between alpha and beta, else a bound. Invalid once the meter is spent.
    int solve(In own, In enemy, int alpha, int beta) {
        const int empties = map_.empty(own, enemy).count();
        const int margin = full_window(own, enemy, empties, alpha, beta);
        tools_.meter.spend(nodes_);
        return margin;
    }

private:
    static constexpr int kLowest = -20'000;          // below every margin
    static constexpr int kNoSorting = 6;             // up to this many empty cells: no sorting
    static constexpr int kNoTable = 7;               // up to this many: no table
    static constexpr int kProbeChildren = 10;        // from this many on: children are looked up first
    static constexpr int kEvaluateFrom = 12;         // from this many on: children are sorted by evaluation
    static constexpr int kEvaluateRepliesFrom = 14;  // from this many on: by the evaluation of the best reply
    static constexpr int kSolved = 64;               // table depths from here on are solved positions

    struct Child {
        Cells own;  // of the side to move there
        Cells enemy;
        std::uint64_t key;  // in the table, if it may be stored
        std::uint16_t place;
        int rank;
    };
    struct Children {
        Children() {}  // leaves the memory uninitialised: few slots are ever used
        union {
            std::array<Child, kMostEndgameEmpties> moves;
        };
        int count = 0;
    };

    int value(In cells) const { return map_.template value<Planes>(cells); }
    int margin(In own, In enemy) const { return value(own) - value(enemy); }

    // --- the last few cells ---------------------------------------------------------------------

    int last_cell(In own, In enemy, int alpha, int place) {
        ++nodes_;
        if (const Cells flips = Lines<Board>::flips(place, own, enemy); flips.any()) {
            Cells after = own | flips;
            after.set(place);
            return 2 * value(after) - map_.total;
        }
        // Flips by the opponent can only lower the margin.
        const int unflipped = 2 * value(own) - map_.total + map_.value_at(place);
        if (unflipped <= alpha) return unflipped;
        if (const Cells flips = Lines<Board>::flips(place, enemy, own); flips.any())
            return 2 * value(own.without(flips)) - map_.total;
        return unflipped;
    }

    // The margin after a disc on `place` with only the cells `rest` left; kLowest if the move is illegal.
    template <class... Places>
    [[gnu::always_inline]] int placed(In own, In enemy, int alpha, int place, Places... rest) {
        if ((map_.beside[static_cast<std::size_t>(place)] & enemy).none()) return kLowest;
        const Cells flips = Lines<Board>::flips(place, own, enemy);
        if (flips.none()) return kLowest;
        Cells after = own | flips;
        after.set(place);
        if constexpr (sizeof...(rest) == 1) {
            return -last_cell(enemy.without(flips), after, -alpha - 1, rest...);
        } else {
            return -last_cells<false>(enemy.without(flips), after, -alpha - 1, rest...);
        }
    }

    // The last cells, tried in this order. A cell alone in its quadrant comes first: the side that plays there has
    // the last move in it (parity).
    template <bool Passed>
    int last_cells(In own, In enemy, int alpha, int one, int two) {
        ++nodes_;
        int best = placed(own, enemy, alpha, one, two);
        if (best > alpha) return best;
        best = std::max(best, placed(own, enemy, alpha, two, one));
        if (best > kLowest) return best;
        if constexpr (Passed) return margin(own, enemy);
        else return -last_cells<true>(enemy, own, -alpha - 1, one, two);
    }

    template <bool Passed>
    int last_cells(In own, In enemy, int alpha, int one, int two, int three) {
        ++nodes_;
        int best = placed(own, enemy, alpha, one, two, three);
        if (best > alpha) return best;
        best = std::max(best, placed(own, enemy, alpha, two, one, three));
        if (best > alpha) return best;
        best = std::max(best, placed(own, enemy, alpha, three, one, two));
        if (best > kLowest) return best;
        if constexpr (Passed) return margin(own, enemy);
        else return -last_cells<true>(enemy, own, -alpha - 1, one, two, three);
    }

    // With two cells in each of two quadrants, the one left alone comes first.
    template <bool Passed>
    int last_four(In own, In enemy, int alpha, std::array<std::uint16_t, 4> places, bool pairs) {
        ++nodes_;
        const auto [one, two, three, four] = places;
        int best = placed(own, enemy, alpha, one, two, three, four);
        if (best > alpha) return best;
        best = std::max(best, placed(own, enemy, alpha, two, one, three, four));
        if (best > alpha) return best;
        best = std::max(best, pairs ? placed(own, enemy, alpha, three, four, one, two)
                                    : placed(own, enemy, alpha, three, one, two, four));
        if (best > alpha) return best;
        best = std::max(best, pairs ? placed(own, enemy, alpha, four, three, one, two)
                                    : placed(own, enemy, alpha, four, one, two, three));
        if (best > kLowest) return best;
        if constexpr (Passed) return margin(own, enemy);
        else return -last_four<true>(enemy, own, -alpha - 1, places, pairs);
    }

    const Cells& quadrant_around(int place) const {
        return map_.quadrants[map_.quadrant_of[static_cast<std::size_t>(place)]];
    }

    int last_four(In own, In enemy, In empty, In odd, int alpha) {
        Cells first = empty & odd;
        const bool pairs = first.none();
        if (pairs) {  // or four in one quadrant: then any order will do
            first = empty & quadrant_around(empty.first());
        } else if (first == empty) {  // three and one, or one in each quadrant
            const Cells together = empty & quadrant_around(empty.first());
            if (together.count() == 3) first = empty.without(together);
        }
        std::array<std::uint16_t, 4> places;
        Cells left = empty;
        for (std::uint16_t& place : places) {
            place = static_cast<std::uint16_t>((first.any() ? first : left).first());
            first.reset(place);
            left.reset(place);
        }
        return last_four<false>(own, enemy, alpha, places, pairs);
    }

    // The quadrants with an odd number of empty cells.
    Cells odd_quadrants(In empty) const {
        Cells odd;
        for (const Cells& quadrant : map_.quadrants)
            if ((empty & quadrant).count() & 1) odd |= quadrant;
        return odd;
    }

    int shallow(In own, In enemy, In empty, In odd, int empties, int alpha, bool passed = false) {
        if (empties == 4) return last_four(own, enemy, empty, odd, alpha);
        ++nodes_;
        if (const int most = most_margin(own, enemy, alpha); most <= alpha) return most;
        const Cells moves = Lines<Board>::reach(own, enemy) & empty;
        if (moves.none()) {
            if (passed) return margin(own, enemy);
            return -shallow(enemy, own, empty, odd, empties, -alpha - 1, true);
        }
        int best = kLowest;
        for (Cells group : {moves & odd, moves.without(odd)})
            while (group.any()) {
                const int place = group.first();
                group.reset(place);
                const Cells flips = Lines<Board>::flips(place, own, enemy);
                Cells after = own | flips;
                after.set(place);
                Cells left = empty;
                left.reset(place);
                const int found =
                    -shallow(enemy.without(flips), after, left, odd ^ quadrant_around(place), empties - 1, -alpha - 1);
                if (found > alpha) return found;
                best = std::max(best, found);
            }
        return best;
    }

    // Fewer than five empty cells at the start, or a wide window: plain alpha-beta.
    int plain(In own, In enemy, int alpha, int beta, bool passed = false) {
        ++nodes_;
        const Cells empty = map_.empty(own, enemy);
        Cells moves = Lines<Board>::reach(own, enemy) & empty;
        if (moves.none()) {
            if (passed || empty.none()) return margin(own, enemy);
            return -plain(enemy, own, -beta, -alpha, true);
        }
        int best = kLowest;
        while (moves.any()) {
            const int place = moves.first();
            moves.reset(place);
            const Cells flips = Lines<Board>::flips(place, own, enemy);
            Cells after = own | flips;
            after.set(place);
            best = std::max(best, -plain(enemy.without(flips), after, -beta, -std::max(alpha, best)));
            if (best >= beta) break;
        }
        return best;
    }

    // --- more empty cells -----------------------------------------------------------------------

    // Null-window search.
    int null_window(In own, In enemy, int empties, int alpha, bool passed = false) {
        if (empties <= kNoSorting) {
            if (empties < 4) return plain(own, enemy, alpha, alpha + 1, passed);
            const Cells empty = map_.empty(own, enemy);
            return shallow(own, enemy, empty, odd_quadrants(empty), empties, alpha, passed);
        }
        if (!enter()) return 0;
        if (const int most = most_margin(own, enemy, alpha); most <= alpha) return most;

        const bool tabled = empties > kNoTable;
        const std::uint64_t key = tabled ? position_key(own, enemy) : 0;
        const TableEntry known = tabled ? probe(key) : TableEntry{};
        if (known.depth >= kSolved) {
            const int margin = known.score / scale_;
            if (known.bound != Bound::kUpper && margin > alpha) return margin;
            if (known.bound != Bound::kLower && margin <= alpha) return margin;
        }
        Children children;
        list(own, enemy, empties, children);
        if (children.count == 0) {
            if (passed) return margin(own, enemy);
            return -null_window(enemy, own, empties, -alpha - 1, true);
        }
        if (empties >= kProbeChildren) {
            if (const auto cut = known_refutation(children, alpha)) return *cut;
        }
        rank(children, empties, known);
        int best = kLowest;
        int best_place = 0;
        for (int number = 0; number < children.count; ++number) {
            const Child& child = pick_best(children, number);
            const int found = -null_window(child.own, child.enemy, empties - 1, -alpha - 1);
            if (stopped_) return 0;
            if (found > best) {
                best = found;
                best_place = child.place;
                if (best > alpha) break;
            }
        }
        if (tabled) store(key, empties, best, best > alpha ? Bound::kLower : Bound::kUpper, best_place);
        return best;
    }

    // Any window: the first move with the full window, the others with a null window.
    int full_window(In own, In enemy, int empties, int alpha, int beta, bool passed = false) {
        if (beta - alpha == 1) return null_window(own, enemy, empties, alpha, passed);
        if (empties <= kNoSorting) return plain(own, enemy, alpha, beta, passed);
        if (!enter()) return 0;
        const std::uint64_t key = position_key(own, enemy);
        const TableEntry known = probe(key);
        if (known.depth >= kSolved) {
            const int margin = known.score / scale_;
            if (known.bound == Bound::kExact) return margin;
            if (known.bound == Bound::kLower && margin >= beta) return margin;
            if (known.bound == Bound::kUpper && margin <= alpha) return margin;
        }
        Children children;
        list(own, enemy, empties, children);
        if (children.count == 0) {
            if (passed) return margin(own, enemy);
            return -full_window(enemy, own, empties, -beta, -alpha, true);
        }
        rank(children, empties, known);
        int best = kLowest;
        int best_place = 0;
        for (int number = 0; number < children.count; ++number) {
            const Child& child = pick_best(children, number);
            const int low = std::max(alpha, best);
            int found;
            if (number == 0) {
                found = -full_window(child.own, child.enemy, empties - 1, -beta, -low);
            } else {
                found = -null_window(child.own, child.enemy, empties - 1, -low - 1);
                if (found > low && found < beta && !stopped_)
                    found = -full_window(child.own, child.enemy, empties - 1, -beta, -low);
            }
            if (stopped_) return 0;
            if (found > best) {
                best = found;
                best_place = child.place;
                if (best >= beta) break;
            }
        }
        store(key, empties, best,
              best >= beta   ? Bound::kLower
              : best > alpha ? Bound::kExact
                             : Bound::kUpper,
              best_place);
        return best;
    }

    // Counts the nodes since the last call, this one included; false once the search must end.
    bool enter() {
        if (!stopped_ && !tools_.meter.spend(nodes_ + 1)) stopped_ = true;
        nodes_ = 0;
        return !stopped_;
    }

    TableEntry probe(std::uint64_t key) const { return tools_.table ? tools_.table->probe(key) : TableEntry{}; }

    void store(std::uint64_t key, int empties, int margin, Bound bound, int place) {
        if (tools_.table == nullptr) return;
        tools_.table->store(key, {.move = static_cast<std::uint16_t>(place),
                                  .has_move = true,
                                  .bound = bound,
                                  .depth = kSolved + std::min(empties, Table::kDeepest - kSolved),
                                  .score = margin * scale_,
                                  .evaluation = kInfinity});
    }

    // Generates the children and prefetches their table entries.
    void list(In own, In enemy, int empties, Children& children) {
        const bool has_keys = tools_.table != nullptr && empties - 1 > kNoTable;
        Cells moves = Lines<Board>::reach(own, enemy) & map_.empty(own, enemy);
        for (; moves.any(); moves.reset(moves.first())) {
            const int place = moves.first();
            const Cells flips = Lines<Board>::flips(place, own, enemy);
            Child& child = children.moves[static_cast<std::size_t>(children.count++)];
            child.own = enemy.without(flips);
            child.enemy = own | flips;
            child.enemy.set(place);
            child.place = static_cast<std::uint16_t>(place);
            if (!has_keys) continue;
            child.key = position_key(child.own, child.enemy);
            tools_.table->prefetch(child.key);
        }
    }

    // A bound above alpha that the table holds for some child.
    std::optional<int> known_refutation(const Children& children, int alpha) const {
        if (tools_.table == nullptr) return std::nullopt;
        for (int number = 0; number < children.count; ++number) {
            const Child& child = children.moves[static_cast<std::size_t>(number)];
            const TableEntry known = tools_.table->probe(child.key);
            if (known.depth < kSolved || known.bound == Bound::kLower) continue;
            if (const int found = -known.score / scale_; found > alpha) return found;
        }
        return std::nullopt;
    }

    // Units of a child's move-ordering rank.
    static constexpr int kReply = 256;        // per legal reply of the opponent
    static constexpr int kCorner = 128;       // a disc in a corner
    static constexpr int kNextToCorner = 64;  // a disc diagonally next to a corner
    static constexpr int kOdd = 128;          // a disc in a quadrant with an odd number of empty cells
    static constexpr int kEvaluation = 64;    // per mean cell value of evaluation

    // Move ordering: above all, few replies for the opponent.
    void rank(Children& children, int empties, const TableEntry& known) {
        for (int number = 0; number < children.count; ++number) {
            Child& child = children.moves[static_cast<std::size_t>(number)];
            if (known.has_move && known.move == child.place) {
                child.rank = INT32_MAX;
                continue;
            }
            child.rank = rank_of(child, empties);
        }
    }

    int rank_of(const Child& child, int empties) const {
        const Cells empty = map_.empty(child.own, child.enemy);
        const Cells answers = Lines<Board>::reach(child.own, child.enemy) & empty;
        const int mobility = answers.count() + (answers & map_.corners).count();
        int rank = -kReply * mobility;
        if (map_.corners.test(child.place)) rank += kCorner;
        if (map_.before_corners.test(child.place)) rank -= kNextToCorner;
        const Cells before = empty | Cells::single(child.place);
        const auto& quadrant = map_.quadrants[map_.quadrant_of[child.place]];
        if ((before & quadrant).count() & 1) rank += kOdd;
        if (empties >= kEvaluateFrom && tools_.evaluation != nullptr)
            rank -= evaluated(child.own, child.enemy, answers, empties - 1, empties >= kEvaluateRepliesFrom) *
                    kEvaluation / mean_;
        return rank;
    }

    // The evaluation of a position, or of the best of the mover's replies.
    int evaluated(In own, In enemy, Cells answers, int empties, bool by_replies) const {
        if (!by_replies || answers.none()) return tools_.evaluation->evaluate(own, enemy, empties);
        int best = kLowest * scale_;
        while (answers.any()) {
            const int place = answers.first();
            answers.reset(place);
            const Cells flips = Lines<Board>::flips(place, own, enemy);
            Cells after = own | flips;
            after.set(place);
            best = std::max(best, -tools_.evaluation->evaluate(enemy.without(flips), after, empties - 1));
        }
        return best;
    }

    // Moves the best of the children from `from` on to that index.
    static const Child& pick_best(Children& children, int from) {
        Child* const begin = children.moves.data() + from;
        Child* best = begin;
        for (Child* child = begin + 1; child < children.moves.data() + children.count; ++child)
            if (child->rank > best->rank) best = child;
        if (best != begin) std::swap(*begin, *best);
        return *begin;
    }

    // --- stable discs ---------------------------------------------------------------------------

    // An upper bound on the mover's margin: the enemy's stable discs stay. Computed only where it may be alpha or
    // less.
    int most_margin(In own, In enemy, int alpha) const {
        if (map_.total - 2 * value(enemy) > alpha) return alpha + 1;
        return map_.total - 2 * value(stable(enemy, map_.empty(own, enemy)));
    }

    // Discs of one side that can never be flipped: on each of their four lines the line is full, or the edge or
    // another stable disc is next to them.
    Cells stable(In discs, In empty) const {
        const std::array<Cells, 4> fixed = {
            (discs & map_.ends[0]) | discs.without(spread<1>(empty)),
            (discs & map_.ends[1]) | discs.without(spread<Board::kStride>(empty)),
            (discs & map_.ends[2]) | discs.without(spread<Board::kStride - 1>(empty)),
            (discs & map_.ends[3]) | discs.without(spread<Board::kStride + 1>(empty)),
        };
        Cells found;
        while (true) {
            const Cells next = (fixed[0] | beside<1>(found)) & (fixed[1] | beside<Board::kStride>(found)) &
                               (fixed[2] | beside<Board::kStride - 1>(found)) &
                               (fixed[3] | beside<Board::kStride + 1>(found)) & discs;
            if (next == found) return found;
            found = next;
        }
    }

    template <int Step>
    static Cells beside(In cells) {
        return cells.template shifted<Step>() | cells.template shifted<-Step>();
    }

    // All cells on a line of this direction with one of `cells`.
    template <int Step>
    Cells spread(In cells) const {
        if constexpr (std::same_as<Board, Grid8x8>) {
            return Cells::of(doubled<Step>(cells.part(0)) | doubled<-Step>(cells.part(0)));
        } else {
            Cells up = cells;
            Cells down = cells;
            while (true) {
                const Cells more_up = up | stepped<Step>(up);
                const Cells more_down = down | stepped<-Step>(down);
                if (more_up == up && more_down == down) return up | down;
                up = more_up;
                down = more_down;
            }
        }
    }

    template <int Step>
    static constexpr bool kGoesRight = Step == 1 || Step == Board::kStride + 1 || Step == 1 - Board::kStride;
    template <int Step>
    static constexpr bool kGoesSideways = Step != Board::kStride && Step != -Board::kStride;

    // A line of eight in three steps: one cell, two, four.
    template <int Step>
    static std::uint64_t doubled(std::uint64_t cells) {
        constexpr std::uint64_t kAll = ~std::uint64_t{0};
        constexpr std::uint64_t kMay[] = {
            !kGoesSideways<Step> ? kAll
            : kGoesRight<Step>   ? 0x7f7f7f7f7f7f7f7f
                                 : 0xfefefefefefefefe,
            !kGoesSideways<Step> ? kAll
            : kGoesRight<Step>   ? 0x3f3f3f3f3f3f3f3f
                                 : 0xfcfcfcfcfcfcfcfc,
            !kGoesSideways<Step> ? kAll
            : kGoesRight<Step>   ? 0x0f0f0f0f0f0f0f0f
                                 : 0xf0f0f0f0f0f0f0f0,
        };
        const auto moved = [](std::uint64_t from, int times) {
            return Step > 0 ? from << Step * times : from >> -Step * times;
        };
        cells |= moved(cells & kMay[0], 1);
        cells |= moved(cells & kMay[1], 2);
        return cells | moved(cells & kMay[2], 4);
    }

    // One step; no line continues past the left or right edge.
    template <int Step>
    Cells stepped(In cells) const {
        const Cells& edge = kGoesRight<Step> ? map_.right_edge : map_.left_edge;
        const Cells going = kGoesSideways<Step> ? cells.without(edge) : cells;
        return going.template shifted<Step>() & map_.board;
    }

    const Map<Board>& map_;
    const EndgameTools<Board>& tools_;
    const int scale_;
    const int mean_;           // one mean cell value in units of the evaluation
    std::uint64_t nodes_ = 0;  // since the last report to the meter
    bool stopped_ = false;
};
