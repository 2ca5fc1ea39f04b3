// A position's score as one small number; the encoding is known only here.
//
// A score is always for the side to move.
//
//     -kWin ......... -kLongestWin | -kMostPoints ... 0 ... kMostPoints | kLongestWin ......... kWin
//     lost in 0 plies ... in 1000  |       points of the game           | won in 1000 plies ... in 0
//
// Points are those of the game times its kPointScale (a stone of Tiaojia is 100). Quick wins are better than
// slow ones, late losses better than early ones. A won or lost score is always proven: no estimate
// (evaluation, pruning) may produce one.
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

// Plies to the end of a decided game.
constexpr int plies_to_end(Score score) { return kWin - (score < 0 ? -score : score); }

// An estimate, clamped so that it never looks like a proven win or loss.
constexpr Score points(int estimate) { return std::clamp(estimate, -kMostPoints, kMostPoints); }

// Converts a score that counts plies from a node into one that counts from the root `ply` plies above, and
// back. The table and the rules count from the node; a search compares scores from the root.
constexpr Score from_root(Score score, int ply) {
    return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}
constexpr Score from_node(Score score, int ply) {
    return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}

}  // namespace garlic
