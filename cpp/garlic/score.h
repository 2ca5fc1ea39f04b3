// What a position is worth, as one small number: the only place that knows how it is written.
//
// A score is always for the side to move.
//
//     -kWin ......... -kLongestWin | -kMostPoints ... 0 ... kMostPoints | kLongestWin ......... kWin
//     lost in 0 plies ... in 1000  |       points of the game           | won in 1000 plies ... in 0
//
// Points are those of the game times the game's own kPointScale (a stone of Tiaojia is 100).
// A win is better the sooner it comes, a loss the later. A score of the winning or losing kind is
// always proven: nothing that guesses (evaluation, pruning) may make one.
//
// Every score fits 16 bits, which the table relies on.
#pragma once

#include <algorithm>
#include <cstdint>

namespace garlic {

using Score = int;

constexpr Score kDraw = 0;
constexpr Score kWin = 32'000;
constexpr Score kLongestWin = kWin - 1'000;
constexpr Score kMostPoints = kLongestWin - 1;
constexpr Score kInfinity = kWin + 1;  // beyond every score

static_assert(kInfinity <= INT16_MAX);

// The mover wins after this many more plies; 0: the game is over and the mover has won.
constexpr Score win_in(int plies) { return kWin - plies; }
constexpr Score loss_in(int plies) { return -kWin + plies; }

constexpr bool is_win(Score score) { return score >= kLongestWin; }
constexpr bool is_loss(Score score) { return score <= -kLongestWin; }
constexpr bool is_decided(Score score) { return is_win(score) || is_loss(score); }

// How far away the end of a decided game is.
constexpr int plies_to_end(Score score) { return kWin - (score < 0 ? -score : score); }

// A guess, kept clear of what only a proof may say.
constexpr Score points(int guess) { return std::clamp(guess, -kMostPoints, kMostPoints); }

// A score that counts plies from a node, told from the root `ply` plies above it, and back. The
// table and the rules speak from the node; a search compares lines from the root.
constexpr Score from_root(Score score, int ply) {
    return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}
constexpr Score from_node(Score score, int ply) {
    return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}

}  // namespace garlic
