// Quick games of the engine against itself, for fitting its evaluation.
#pragma once

#include <cstdint>
#include <vector>

#include "games/gomoku/rules.h"
#include "garlic/score.h"

namespace garlic::gomoku {

// A stone of such a game, with the search's score for the side that placed it; kInfinity if it was not searched.
struct PlayedStone {
    std::uint8_t column;
    std::uint8_t row;
    std::int16_t score;
    bool random = false;  // not the best move that was found
};

// The empty board of 15x15 points.
template <Rule kRule>
Position<kRule> empty_board();

struct PlayedGame {
    std::uint8_t winner = 2;  // 0 for black, 1 for white, 2 for nobody
    std::vector<PlayedStone> stones;
};

// The games with the seeds from `first_seed` on, on 15x15 points with `nodes` a move. A game begins with a random
// opening that is not decided, has some random moves later, and ends as soon as a win is proven.
template <Rule kRule>
std::vector<PlayedGame> play_games(std::uint64_t first_seed, int games, std::uint64_t nodes);

// Games as bytes: winner and number of stones, then 4 bytes a stone.
std::vector<std::uint8_t> packed(const std::vector<PlayedGame>& games);
// Throws ParseError if the bytes are no games.
std::vector<PlayedGame> unpacked(const std::vector<std::uint8_t>& bytes);

extern template Position<Rule::kFreestyle> empty_board();
extern template Position<Rule::kStandard> empty_board();
extern template Position<Rule::kRenju> empty_board();
extern template std::vector<PlayedGame> play_games<Rule::kFreestyle>(std::uint64_t, int, std::uint64_t);
extern template std::vector<PlayedGame> play_games<Rule::kStandard>(std::uint64_t, int, std::uint64_t);
extern template std::vector<PlayedGame> play_games<Rule::kRenju>(std::uint64_t, int, std::uint64_t);

}  // namespace garlic::gomoku
