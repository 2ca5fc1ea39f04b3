// Gomoku's board with shapes: after any moves and undos it must equal a newly set up board, and
// its forbidden points must be those of the rules.
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "games/gomoku/threats/board.h"
#include "games/gomoku/threats/vcf.h"

using namespace garlic;
using namespace garlic::gomoku;

namespace {

void demand(bool holds, const char* what, const std::string& where) {
    if (holds) return;
    std::printf("%s in %s\n", what, where.c_str());
    std::exit(1);
}

template <Rule kRule>
void compare(const ThreatBoard<kRule>& kept) {
    using Board = ThreatBoard<kRule>;
    const std::string where = kept.str();
    const Board fresh(Position<kRule>::parse(where));
    demand(kept.key() == fresh.key(), "another key", where);
    demand(kept.empty() == fresh.empty(), "other empty points", where);
    for (const Side side : {Side::kFirst, Side::kSecond}) {
        demand(kept.fives(side) == fresh.fives(side), "other fives", where);
        demand(kept.fours(side) == fresh.fours(side), "other fours", where);
        demand(kept.winning(side) == fresh.winning(side), "other winning points", where);
        for (const bool to_move : {true, false})
            demand(kept.value(side, to_move) == fresh.value(side, to_move), "another value", where);
        kept.empty().each(
            [&](int cell) { demand(kept.shapes(side, cell) == fresh.shapes(side, cell), "other shapes", where); });
    }
    if (kept.over() || kRule != Rule::kRenju) return;
    std::vector<int> forbidden;
    for (const auto& [move, verdict] : kept.forbidden()) forbidden.push_back(Board::cell_of(move));
    std::vector<int> found;
    kept.empty().each([&](int cell) {
        if (!kept.may_play(Side::kFirst, cell)) found.push_back(cell);
    });
    demand(found == forbidden, "other forbidden points", where);
}

template <Rule kRule>
void wander(const char* rule, int size, unsigned seed, int steps) {
    using Board = ThreatBoard<kRule>;
    std::string text = std::string(rule) + " ";
    for (int row = 0; row < size; ++row) text += (row ? "/" : "") + std::string(static_cast<std::size_t>(size), '.');
    Board board(Position<kRule>::parse(text + " b 0"));
    std::mt19937 random(seed);
    std::vector<std::pair<typename Board::Move, typename Board::Undo>> made;
    for (int step = 0; step < steps; ++step) {
        const bool back = board.over() || (!made.empty() && random() % 5 < 2);
        if (back) {
            board.undo(made.back().first, made.back().second);
            made.pop_back();
        } else {
            MoveList<Position<kRule>> moves;
            static_cast<const Position<kRule>&>(board).legal_moves(moves);
            // A crowded middle has more shapes.
            auto move = moves[random() % moves.size()];
            for (int more = 0; more < 3; ++more) {
                const auto another = moves[random() % moves.size()];
                const auto off = [&](auto m) { return std::abs(2 * m.column - size) + std::abs(2 * m.row - size); };
                if (off(another) < off(move)) move = another;
            }
            const std::uint64_t expected = board.key_after(move);
            made.push_back({move, board.make(move)});
            demand(board.key() == expected, "a key that was announced wrongly", board.str());
        }
        compare(board);
    }
}

// The stones that searches for a win by fours try, one after the other with these budgets and one table.
std::uint64_t tried(const std::string& text, std::initializer_list<std::uint32_t> budgets) {
    ThreatBoard<Rule::kFreestyle> board(FreestylePosition::parse(text));
    VcfTable table;
    std::atomic<bool> stop{false};
    Budget nodes(Limits{}, stop);
    Meter meter(nodes);
    VcfSearch<Rule::kFreestyle> vcf(board, table, meter);
    for (const std::uint32_t budget : budgets) demand(vcf.solve(budget) == 0, "a win", text);
    meter.settle();
    return nodes.nodes();
}

// With a small budget only fours that build something are tried, and the table does not take that for all.
void try_fours() {
    constexpr std::uint32_t kSmall = VcfSearch<Rule::kFreestyle>::kSmallBudget;
    const std::string text =
        "freestyle .........../.........../.........../oxxx......./.........../"
        ".........../.........../.........../.......oo../.........../........... b 0";
    demand(tried(text, {kSmall}) == 0, "plain fours with a small budget", text);
    demand(tried(text, {1000}) > 0, "no four", text);
    demand(tried(text, {kSmall, 1000}) == tried(text, {1000}), "a table that forgot plain fours", text);
}

}  // namespace

int main() {
    try_fours();
    for (unsigned seed = 0; seed < 6; ++seed) {
        wander<Rule::kRenju>("renju", 15, seed, 400);
        wander<Rule::kFreestyle>("freestyle", 15, seed, 250);
        wander<Rule::kStandard>("standard", 15, seed, 250);
    }
    wander<Rule::kFreestyle>("freestyle", 20, 1, 400);
    wander<Rule::kStandard>("standard", 6, 1, 400);
    wander<Rule::kFreestyle>("freestyle", 5, 1, 200);
    std::puts("ok");
}
