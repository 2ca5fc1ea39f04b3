#include "games/gomoku/training/games.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <utility>

#include "games/gomoku/player.h"
#include "garlic/chance.h"
#include "garlic/engine.h"
#include "garlic/text.h"

namespace garlic::gomoku {
namespace {

constexpr int kMostStones = 160;
constexpr Score kMostUneven = 200;  // an opening's score, in two of three games
constexpr std::uint64_t kRandomOneIn = 10;
constexpr std::uint64_t kRandomAmong = 8;  // the best-looking moves

// A number from 0 to count - 1 as an int.
int choose(Stream& chance, int count) { return static_cast<int>(chance.below(static_cast<std::uint64_t>(count))); }

// A random legal stone, at most two points from another one or from the centre.
template <Rule kRule>
typename Player<kRule>::Move nearby(const Player<kRule>& game, Stream& chance) {
    const int size = game.size();
    std::vector<std::pair<int, int>> stones;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            if (((game.empty_in_row(row) >> column) & 1) == 0) stones.emplace_back(column, row);
    if (stones.empty()) stones.emplace_back(size / 2, size / 2);
    for (;;) {
        const auto [column, row] = stones[chance.below(stones.size())];
        const int to_column = column + choose(chance, 5) - 2;
        const int to_row = row + choose(chance, 5) - 2;
        if (to_column < 0 || to_row < 0) continue;
        const typename Player<kRule>::Move move{static_cast<std::uint8_t>(to_column),
                                                static_cast<std::uint8_t>(to_row)};
        if (game.is_legal(move)) return move;
    }
}

// One of the best-looking moves.
template <Rule kRule>
typename Player<kRule>::Move promising(const Player<kRule>& game, Stream& chance) {
    MoveList<Player<kRule>> moves;
    game.legal_moves(moves);
    const auto looks = [noisy = game.hints(), quiet = game.quiet_hints()](auto move) {
        return std::pair(noisy(move), quiet(move));
    };
    const auto among = std::min<std::size_t>(kRandomAmong, moves.size());
    std::partial_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(among), moves.end(),
                      [&](auto a, auto b) { return looks(a) > looks(b); });
    return moves[chance.below(among)];
}

template <Rule kRule>
class GamePlayer {
public:
    explicit GamePlayer(std::uint64_t nodes) : nodes_(nodes) {}

    PlayedGame play(std::uint64_t seed) {
        Stream chance(seed);
        engine_.clear();
        for (;;) {
            PlayedGame game;
            if (play_from(chance, game)) return game;
        }
    }

private:
    using Game = Player<kRule>;

    // False if the opening was not worth playing on.
    bool play_from(Stream& chance, PlayedGame& played) {
        Game game{empty_board<kRule>()};
        const int opening = 2 + choose(chance, 8);
        for (int number = 0; number < opening; ++number) {
            const auto move = nearby(game, chance);
            game.make(move);
            if (game.over()) return false;
            played.stones.push_back({move.column, move.row, kInfinity, true});
        }
        const Score most = chance.below(3) == 0 ? kMostPoints : kMostUneven;
        for (int number = opening; number < kMostStones && !game.over(); ++number) {
            stop_.store(false);
            const auto report = engine_.search(game, {.nodes = nodes_}, {}, stop_);
            const auto& best = report.lines.front();
            if (number == opening && std::abs(best.score) > most) return false;
            if (is_decided(best.score)) {
                const bool first_wins = is_win(best.score) == (game.mover() == Side::kFirst);
                played.winner = first_wins ? 0 : 1;
                const auto move = best.moves.front();
                played.stones.push_back({move.column, move.row, static_cast<std::int16_t>(best.score), false});
                return true;
            }
            auto move = best.moves.front();
            if (move == Game::kPass) return true;
            const bool random = !game.in_check() && chance.below(kRandomOneIn) == 0;
            if (random) move = promising(game, chance);
            played.stones.push_back({move.column, move.row, static_cast<std::int16_t>(best.score), random});
            game.make(move);
        }
        if (game.winner()) played.winner = *game.winner() == Side::kFirst ? 0 : 1;
        return true;
    }

    const std::uint64_t nodes_;
    Engine<Game> engine_{1};
    std::atomic<bool> stop_{false};
};

}  // namespace

template <Rule kRule>
Position<kRule> empty_board() {
    std::string rows;
    for (int row = 0; row < Position<kRule>::kUsual; ++row) rows += "/" + std::string(Position<kRule>::kUsual, '.');
    const std::string rule = kRule == Rule::kFreestyle ? "freestyle" : kRule == Rule::kStandard ? "standard" : "renju";
    return Position<kRule>::parse(rule + " " + rows.substr(1) + " b 0");
}

template <Rule kRule>
std::vector<PlayedGame> play_games(std::uint64_t first_seed, int games, std::uint64_t nodes) {
    GamePlayer<kRule> player(nodes);
    std::vector<PlayedGame> played;
    for (int game = 0; game < games; ++game)
        played.push_back(player.play(first_seed + static_cast<std::uint64_t>(game)));
    return played;
}

template Position<Rule::kFreestyle> empty_board();
template Position<Rule::kStandard> empty_board();
template Position<Rule::kRenju> empty_board();
template std::vector<PlayedGame> play_games<Rule::kFreestyle>(std::uint64_t, int, std::uint64_t);
template std::vector<PlayedGame> play_games<Rule::kStandard>(std::uint64_t, int, std::uint64_t);
template std::vector<PlayedGame> play_games<Rule::kRenju>(std::uint64_t, int, std::uint64_t);

std::vector<std::uint8_t> packed(const std::vector<PlayedGame>& games) {
    std::vector<std::uint8_t> bytes;
    for (const PlayedGame& game : games) {
        bytes.push_back(game.winner);
        bytes.push_back(static_cast<std::uint8_t>(game.stones.size()));
        for (const PlayedStone& stone : game.stones) {
            const auto score = static_cast<std::uint16_t>(stone.score);
            bytes.insert(bytes.end(), {static_cast<std::uint8_t>(stone.column | (stone.random ? 128 : 0)), stone.row,
                                       static_cast<std::uint8_t>(score), static_cast<std::uint8_t>(score >> 8)});
        }
    }
    return bytes;
}

std::vector<PlayedGame> unpacked(const std::vector<std::uint8_t>& bytes) {
    std::vector<PlayedGame> games;
    for (std::size_t at = 0; at < bytes.size();) {
        if (bytes.size() - at < 2 || bytes.size() - at < 2 + std::size_t{4} * bytes[at + 1] || bytes[at] > 2)
            throw ParseError("expected whole games, damaged at byte " + std::to_string(at));
        PlayedGame& game = games.emplace_back();
        game.winner = bytes[at];
        const int count = bytes[at + 1];
        at += 2;
        for (int number = 0; number < count; ++number, at += 4)
            game.stones.push_back({static_cast<std::uint8_t>(bytes[at] & 127), bytes[at + 1],
                                   static_cast<std::int16_t>(bytes[at + 2] | bytes[at + 3] << 8), bytes[at] >= 128});
    }
    return games;
}

}  // namespace garlic::gomoku
