// What a search learns about moves and evaluations, on a game of two patterns and three moves.
#include <array>
#include <cstdio>
#include <cstdlib>

#include "garlic/move_history.h"

using namespace garlic;

struct Toy {
    static constexpr std::size_t kMaxMoves = 3;
    static constexpr bool kFinishedIsLeaf = true;
    static constexpr int kPointScale = 1;
    static constexpr std::size_t kContinuationIndices = 3;
    static constexpr std::array kContinuationPlies = {1, 2, 4};
    static constexpr std::size_t kCaptureIndices = 3;
    struct Move {
        std::uint8_t number;
        bool operator==(const Move&) const = default;
    };
    struct Undo {};

    std::uint64_t pawns = 1;
    std::uint64_t others = 2;
    Side side = Side::kFirst;

    Side mover() const { return side; }
    void legal_moves(MoveList<Toy>& out) const {
        for (std::uint8_t number = 0; number < 3; ++number) out.push({number});
    }
    Undo make(Move) { return {}; }
    void undo(Move, Undo) {}
    Score evaluate() const { return 0; }
    Score final_score() const { return kDraw; }
    std::size_t continuation_index(Move move) const { return move.number; }
    bool captures(Move) const { return true; }
    std::size_t capture_index(Move move) const { return move.number; }
    Score captured_value(Move) const { return 100; }
    Score exchange(Move) const { return 0; }
    bool loses_more(Move, Score) const { return false; }
    auto checking() const {
        return [](Move) { return false; };
    }
    std::array<std::uint64_t, 2> patterns() const { return {pawns << 60, others << 60}; }
};

static_assert(Searchable<Toy> && HasExchanges<Toy> && HasPatterns<Toy> && ChoosesContinuations<Toy>);

void expect(bool holds, const char* what) {
    if (holds) return;
    std::puts(what);
    std::exit(1);
}

int main() {
    Corrections<Toy> corrections;
    const Toy here;
    expect(corrections.of(here) == 0, "a correction before anything was learned");
    for (int time = 0; time < 1000; ++time) corrections.learn(here, 8, 50);
    const Score both = corrections.of(here);
    expect(both > 20 && both <= 64, "two patterns correct by at most 32 each");
    const Score one = corrections.of({.pawns = here.pawns, .others = 3});
    expect(one > 0 && one < both, "one pattern in common corrects less");
    expect(corrections.of({.pawns = 3, .others = 4}) == 0, "no pattern in common");
    expect(corrections.of({.side = Side::kSecond}) == 0, "the other side to move");
    for (int time = 0; time < 1000; ++time) corrections.learn(here, 8, -50);
    expect(corrections.of(here) == -both, "what was wrong is forgotten");
    corrections.clear();
    expect(corrections.of(here) == 0, "a correction after clear()");

    MoveHistory<Toy> history;
    const Toy::Move good{0};
    const Toy::Move bad{1};
    for (int time = 0; time < 1000; ++time) {
        history.reward_capture(here, good, MoveHistory<Toy>::bonus(5));
        history.reward_capture(here, bad, -MoveHistory<Toy>::bonus(5));
    }
    const int most = history.capture_score(here, good);
    expect(most > 4000 && most <= MoveHistory<Toy>::kMost, "captures are bounded above");
    expect(history.capture_score(here, bad) == -most, "and below");
    expect(history.capture_score(here, {2}) == 0, "a capture that was never made");

    MoveHistory<Toy>::Continuations rows{history.continuation(0), history.continuation(1), history.continuation(2)};
    history.reward(here, rows, good, 100);
    expect(history.history_score(here, Side::kFirst, good, rows) == 400, "history and three continuations");
    expect(history.history_score(here, Side::kSecond, good, rows) == 300, "history is kept by side");
    MoveHistory<Toy>::follow(rows, good.number, -100);
    expect(history.history_score(here, Side::kSecond, good, rows) < 6, "a move that has been made");
    history.clear();
    expect(history.history_score(here, Side::kFirst, good, rows) == 0, "history after clear()");
    expect(history.capture_score(here, good) == 0, "captures after clear()");

    Table table(1);
    table.store(77, {.move = 5,
                     .has_move = true,
                     .was_pv = true,
                     .bound = Bound::kLower,
                     .depth = 9,
                     .score = -3,
                     .evaluation = 4});
    const TableEntry known = table.probe(77);
    expect(known.was_pv && known.has_move && known.bound == Bound::kLower, "an entry of the principal variation");
    expect(known.depth == 9 && known.score == -3 && known.evaluation == 4 && known.move == 5, "the rest of it");
    table.store(77, {.bound = Bound::kExact, .depth = 9});
    expect(!table.probe(77).was_pv && table.probe(77).has_move, "no longer; the move is kept");
    std::puts("ok");
}
