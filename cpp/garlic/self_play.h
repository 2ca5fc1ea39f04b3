// Games of an engine against itself, for training.
#pragma once

#include <atomic>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "garlic/chance.h"
#include "garlic/engine.h"

namespace garlic {

struct SelfPlay {
    std::uint64_t nodes = 1000;  // searched for each move
    int opening_plies = 8;       // random moves at first, and up to as many more
    int random_one_in = 0;       // later one move in this many is random; 0: none
    int last_ply = 300;          // longer games are left undecided
    Score resign = kMostPoints;  // a game is resigned after three scores this bad for one side
};

// A quiet position of such a game.
struct SelfPlayed {
    std::string position;
    Score score;  // for the side to move
    Side mover;
};

struct SelfPlayedGame {
    std::vector<SelfPlayed> positions;
    std::string outcome;  // from HasOutcome; empty if undecided
};

// Is nothing pending that a static evaluation cannot see?
template <Searchable P>
bool is_quiet(const P& game, typename P::Move best) {
    bool quiet = true;
    if constexpr (HasChecks<P>) quiet = quiet && !game.in_check();
    if constexpr (HintsMoves<P>) quiet = quiet && game.hints()(best) == 0;
    return quiet;
}

// How such a game ended.
enum class SelfPlayEnd { kOver, kFirstResigned, kSecondResigned, kUndecided };

template <Searchable P>
bool is_over(const P& game) {
    if constexpr (HasOutcome<P>) {
        return !game.outcome_str().empty();
    } else if constexpr (KnowsEnd<P>) {
        return game.over();
    } else {
        MoveList<P> moves;
        game.legal_moves(moves);
        return moves.empty();
    }
}

// Plays `game` on until it ends, and calls visit(position, score) for each quiet position that was searched. The same
// seed gives the same game on a new or cleared engine.
template <Searchable P, class Visit>
SelfPlayEnd self_play(Engine<P>& engine, P& game, const SelfPlay& plan, std::uint64_t seed, Visit visit) {
    Stream chance(seed);
    std::atomic<bool> stop{false};
    const auto opening =
        plan.opening_plies + static_cast<int>(chance.below(static_cast<std::uint64_t>(plan.opening_plies) + 1));
    const auto is_random = [&](int ply) {
        return ply < opening ||
               (plan.random_one_in > 0 && chance.below(static_cast<std::uint64_t>(plan.random_one_in)) == 0);
    };
    int decided = 0;  // scores in a row that say the first (above 0) or second side has won
    for (int ply = 0; ply < plan.last_ply; ++ply) {
        if (is_over(game)) return SelfPlayEnd::kOver;
        MoveList<P> moves;
        game.legal_moves(moves);
        if (is_random(ply)) {
            game.make(moves[chance.below(moves.size())]);
            continue;
        }
        stop.store(false);
        const auto report = engine.search(game, {.nodes = plan.nodes}, {}, stop);
        const auto& best = report.lines.front();
        if (!is_decided(best.score) && is_quiet(game, best.moves.front())) visit(std::as_const(game), best.score);
        const int winner = std::abs(best.score) < plan.resign                   ? 0
                           : (best.score > 0) == (game.mover() == Side::kFirst) ? 1
                                                                                : -1;
        decided = winner == 0 ? 0 : winner * decided > 0 ? decided + winner : winner;
        if (std::abs(decided) == 3) return decided > 0 ? SelfPlayEnd::kSecondResigned : SelfPlayEnd::kFirstResigned;
        game.make(best.moves.front());
    }
    return SelfPlayEnd::kUndecided;
}

// The same from `start`, with positions as text.
template <Searchable P>
    requires HasOutcome<P>
SelfPlayedGame self_play(Engine<P>& engine, P game, const SelfPlay& plan, std::uint64_t seed) {
    SelfPlayedGame played;
    const SelfPlayEnd end = self_play(engine, game, plan, seed, [&](const P& position, Score score) {
        played.positions.push_back({position.str(), score, position.mover()});
    });
    switch (end) {
        case SelfPlayEnd::kOver: played.outcome = game.outcome_str(); break;
        case SelfPlayEnd::kFirstResigned: played.outcome = "b resigned"; break;
        case SelfPlayEnd::kSecondResigned: played.outcome = "a resigned"; break;
        case SelfPlayEnd::kUndecided: break;
    }
    return played;
}

}  // namespace garlic
