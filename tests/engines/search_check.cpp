// The search on a game made to be awkward: the same side may move twice running, the result is
// points (or, in a second form, a win), and positions offer as little or as much as the concepts
// of searchable.h require. Every search is compared with plain minimax.
//
// Piles: a row of numbers. A move takes the number at either end for that many points; after an
// odd one the same side moves again. The game ends when the row is empty.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <vector>

#include "garlic/engine.h"

using namespace garlic;

struct Piles {
    static constexpr std::size_t kMaxMoves = 2;
    static constexpr bool kFinishedIsLeaf = true;
    static constexpr int kPointScale = 1;
    static constexpr int kMost = 16;
    struct Move {
        std::uint8_t right;
        bool operator==(const Move&) const = default;
    };
    struct Undo {
        Side mover;
    };

    int row[kMost] = {};
    int first = 0;
    int last = 0;  // one beyond
    int scores[2] = {};
    Side side = Side::kFirst;

    Side mover() const { return side; }
    void legal_moves(MoveList<Piles>& out) const {
        if (first < last) out.push({0});
        if (first + 1 < last) out.push({1});
    }
    Undo make(Move move) {
        const int taken = move.right ? row[--last] : row[first++];
        const Undo undo{side};
        scores[static_cast<int>(side)] += taken;
        if (taken % 2 == 0) side = other(side);
        return undo;
    }
    void undo(Move move, Undo undo) {
        side = undo.mover;
        scores[static_cast<int>(side)] -= move.right ? row[last++] : row[--first];
    }
    int lead() const { return scores[static_cast<int>(side)] - scores[static_cast<int>(other(side))]; }
    Score evaluate() const { return points(lead() + row[first] - row[last - 1]); }
    Score final_score() const { return points(lead()); }
};

struct WonPiles : Piles {
    Score final_score() const { return lead() > 0 ? win_in(0) : lead() < 0 ? loss_in(0) : kDraw; }
};

// With all optional members, for either form.
template <class Base>
struct Helped : Base {
    using typename Base::Move;
    bool over() const { return this->first == this->last; }
    std::uint64_t key() const {
        std::uint64_t key = static_cast<std::uint64_t>(this->first * 17 + this->last);
        key = key * 1000003 + static_cast<std::uint64_t>(this->scores[0]);
        key = key * 1000003 + static_cast<std::uint64_t>(this->scores[1]);
        return (key * 2 + static_cast<std::uint64_t>(this->side)) * 0x9E3779B97F4A7C15;
    }
    bool is_legal(Move move) const { return this->last - this->first > move.right; }
    auto hints() const {
        return [this](Move move) { return this->row[move.right ? this->last - 1 : this->first] - 4; };
    }
    int plies_left() const { return this->last - this->first; }
    void noisy_moves(MoveList<Piles>& out, int) const {
        if (over() || this->row[this->first] % 2 == 0) return;
        out.push({0});
    }
    static Score swing(int depth) { return 9 * depth; }
    std::optional<Score> repetition(int) const { return std::nullopt; }
};

// With its own endgame solver instead.
struct SolvedPiles : Piles {
    bool may_solve(int) const { return last - first <= 6; }
    Score solve(Score alpha, Score beta, Meter& meter, Table* table) {
        if (!meter.spend()) return kDraw;
        MoveList<Piles> moves;
        legal_moves(moves);
        if (moves.empty()) return final_score();
        const Side us = side;
        Score best = -kInfinity;
        for (const Move move : moves) {
            const Played<SolvedPiles> played{*this, move};
            best = std::max(best, side == us ? solve(alpha, beta, meter, table) : -solve(-beta, -alpha, meter, table));
            alpha = std::max(alpha, best);
            if (alpha >= beta) break;
        }
        return best;
    }
};

// Counts how often it is asked for a proof, and has none.
struct AskedPiles : Piles {
    static inline int asked = 0;
    bool over() const { return first == last; }
    static Score swing(int) { return 1; }
    std::optional<Score> prove(int, Meter&, std::vector<Move>&) {
        ++asked;
        return std::nullopt;
    }
};

struct ThreatenedPiles : AskedPiles {
    bool threatened() const { return true; }
};

static_assert(ProvesEnds<AskedPiles> && !KnowsThreats<AskedPiles> && KnowsThreats<ThreatenedPiles>);

static_assert(Searchable<Piles> && !Hashed<Piles> && !KnowsEnd<Piles> && !BoundsLength<Piles>);
static_assert(Hashed<Helped<Piles>> && KnowsEnd<Helped<Piles>> && ChecksMoves<Helped<Piles>>);
static_assert(HintsMoves<Helped<Piles>> && BoundsLength<Helped<Piles>> && HasNoisyMoves<Helped<Piles>>);
static_assert(BoundsSwing<Helped<Piles>> && ScoresRepetition<Helped<Piles>> && SolvesEndgame<SolvedPiles>);

template <class P>
Score minimax(P& game, int depth, int ply) {
    MoveList<P> moves;
    game.legal_moves(moves);
    if (moves.empty()) return from_root(game.final_score(), ply);
    if (depth == 0) return game.evaluate();
    const Side us = game.mover();
    Score best = -kInfinity;
    for (const auto move : moves) {
        const Played<P> played{game, move};
        const Score score = minimax(game, depth - 1, ply + 1);
        best = std::max(best, game.mover() == us ? score : -score);
    }
    return best;
}

template <class P>
P random_piles(std::mt19937& random) {
    P game;
    game.last = static_cast<int>(1 + random() % 12);
    for (int index = 0; index < game.last; ++index) game.row[index] = static_cast<int>(random() % 9);
    game.side = random() % 2 ? Side::kFirst : Side::kSecond;
    return game;
}

template <class P>
void check(const char* name) {
    std::mt19937 random(1);
    for (int round = 0; round < 120; ++round) {
        P game = random_piles<P>(random);
        const int length = game.last - game.first;
        for (const int threads : {1, 2}) {
            Engine<P> engine(1, threads);
            for (int depth = 1; depth <= length; ++depth) {
                std::atomic<bool> stop{false};
                const auto report = engine.search(game, {.depth = depth}, {.exact = true}, stop);
                const Score expected = minimax(game, depth, 0);
                if (report.lines[0].score != expected) {
                    std::printf("%s: round %d depth %d: %d, not %d\n", name, round, depth, report.lines[0].score,
                                expected);
                    std::exit(1);
                }
            }
        }
        if constexpr (BoundsLength<P> || SolvesEndgame<P>) {
            Engine<P> engine(1);
            std::atomic<bool> stop{false};
            const auto report = engine.search(game, {.depth = 40}, {}, stop);
            const Score expected = minimax(game, length, 0);
            const bool same = is_win(expected)    ? is_win(report.lines[0].score)
                              : is_loss(expected) ? is_loss(report.lines[0].score)
                                                  : report.lines[0].score == expected;
            const bool must_be_proven = BoundsLength<P> || length <= 6;
            if (!same || (must_be_proven && !report.lines[0].proven)) {
                std::printf("%s: round %d: solved as %d, not %d\n", name, round, report.lines[0].score, expected);
                std::exit(1);
            }
        }
    }
}

// How many proofs the search asks for.
template <class P>
int asked_by() {
    std::mt19937 random(1);
    AskedPiles::asked = 0;
    for (int round = 0; round < 50; ++round) {
        Engine<P> engine(1);
        std::atomic<bool> stop{false};
        engine.search(random_piles<P>(random), {.depth = 8}, {}, stop);
    }
    return AskedPiles::asked;
}

int main() {
    // Where the evaluation suffices no proof is asked for, unless there is a threat.
    if (const int plain = asked_by<AskedPiles>(); plain >= asked_by<ThreatenedPiles>()) {
        std::printf("%d proofs without threats\n", plain);
        return 1;
    }
    check<Piles>("bare");
    check<WonPiles>("bare, won");
    check<Helped<Piles>>("helped");
    check<Helped<WonPiles>>("helped, won");
    check<SolvedPiles>("solved");
    std::puts("ok");
}
