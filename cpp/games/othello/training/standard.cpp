#include "games/othello/training/standard.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "games/othello/player.h"
#include "garlic/chance.h"
#include "garlic/engine.h"

namespace garlic::othello::standard {
namespace {

constexpr int kInfinite = std::numeric_limits<int>::max() / 2;
constexpr int kDepth = 2;        // of the search in quick games
constexpr int kRandomMove = 40;  // one move in so many is a random one
constexpr int kSibling = 3;      // and one position in so many is replaced by what follows a random move
constexpr int kFewestRandom = 4;
constexpr int kRandomPlies = 12;  // numbers of random plies at the start
constexpr std::string_view kStart =
    "11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111111 "
    "......../......../......../...oO.../...Oo.../......../......../........ r 0";

std::string written(const Discs& discs) {
    std::string text(kStart.substr(0, kStart.find(' ') + 1));
    for (int place = 0; place < 64; ++place) {
        if (place > 0 && place % 8 == 0) text += '/';
        const std::uint64_t bit = std::uint64_t{1} << place;
        text += (discs.own & bit) != 0 ? 'O' : (discs.other & bit) != 0 ? 'o' : '.';
    }
    return text + " r 0";
}

int search(Position8x8& game, const othello::Evaluation<Grid8x8>& evaluation, int depth, int alpha, int beta) {
    if (game.over()) return (game.own().count() - game.enemy().count()) * othello::Evaluation<Grid8x8>::kScale;
    if (depth == 0) return evaluation.evaluate(game);
    int best = -kInfinite;
    MoveList<Position8x8> moves;
    game.legal_moves(moves);
    for (const auto move : moves) {
        const Played played(game, move);
        best = std::max(best, -search(game, evaluation, depth - 1, -beta, -std::max(alpha, best)));
        if (best >= beta) break;
    }
    return best;
}

}  // namespace

std::vector<Discs> positions_of_game(const std::shared_ptr<const othello::Weights>& weights, std::uint64_t seed) {
    Stream chance(seed);
    Position8x8 game = Position8x8::parse(kStart);
    const auto evaluation = othello::Evaluation<Grid8x8>::of(game, weights);
    const auto random_plies = kFewestRandom + static_cast<int>(chance.below(kRandomPlies));
    std::vector<Discs> found;
    const auto add = [&found](const Position8x8& position) {
        if (!position.over()) found.push_back({position.own().part(0), position.enemy().part(0)});
    };
    for (int ply = 0; !game.over(); ++ply) {
        MoveList<Position8x8> moves;
        game.legal_moves(moves);
        const auto any = moves[chance.below(moves.size())];
        if (chance.below(kSibling) == 0) {
            const Played played(game, any);
            add(game);
        } else {
            add(game);
        }
        auto best = any;
        if (ply >= random_plies && chance.below(kRandomMove) != 0) {
            int alpha = -kInfinite;
            for (const auto move : moves) {
                const Played played(game, move);
                const int score = -search(game, *evaluation, kDepth - 1, -kInfinite, -alpha);
                if (score > alpha) {
                    alpha = score;
                    best = move;
                }
            }
        }
        game.make(best);
    }
    return found;
}

std::vector<std::int16_t> values_of(std::span<const Discs> positions, int depth, int exact_empties) {
    Engine<Player8x8> engine(1);
    Table solved(1);
    std::vector<std::int16_t> values;
    values.reserve(positions.size());
    for (const Discs& discs : positions) {
        const Player8x8 player = Player8x8::parse(written(discs));
        std::atomic<bool> stop{false};
        Score score = 0;
        if (player.empties() <= exact_empties) {
            Budget budget(Limits{}, stop);
            Meter meter(budget);
            score = player.solve(-kMostPoints, kMostPoints, meter, &solved);
        } else {
            const auto report = engine.search(player, {.depth = depth}, {}, stop);
            score = report.lines.empty() ? player.final_score() : report.lines[0].score;
        }
        values.push_back(static_cast<std::int16_t>(score));
    }
    return values;
}

Fit fit_stage(std::span<const Discs> positions, std::span<const std::int16_t> values, std::vector<float> start,
              const FitOptions& options) {
    constexpr std::size_t kFeatures = Index::kSites + 3;
    const auto& patterns = Patterns::get();
    const std::size_t count = positions.size();
    std::vector<std::array<std::uint32_t, kFeatures>> features(count);
    for (std::size_t number = 0; number < count; ++number) {
        const auto own = Grid8x8::Cells::of(positions[number].own);
        const auto other = Grid8x8::Cells::of(positions[number].other);
        const auto states = Index::get().states(own.part(0), other.part(0));
        auto& row = features[number];
        for (std::size_t site = 0; site < Index::kSites; ++site) {
            const Shape& shape = patterns.shapes()[patterns.sites()[site].shape];
            row[site] = static_cast<std::uint32_t>(shape.first_distinct) + shape.home[states[site]];
        }
        const auto free = Grid8x8::Cells::of(~(own.part(0) | other.part(0)));
        const std::array<std::size_t, 3> scalars = {
            scalar_of_moves(0, (Grid8x8::reach(own, other) & free).count()),
            scalar_of_moves(1, (Grid8x8::reach(other, own) & free).count()),
            scalar_of_empties(free.count()),
        };
        for (std::size_t which = 0; which < scalars.size(); ++which)
            row[Index::kSites + which] = static_cast<std::uint32_t>(patterns.distinct() + scalars[which]);
    }

    Fit fit{std::move(start), 0};
    // A search hardly cares how large a large margin is: close positions count most.
    const auto importance = [&](std::size_t number) {
        const float discs = static_cast<float>(values[number]) / (othello::Evaluation<Grid8x8>::kScale * options.close);
        return 1 / (1 + discs * discs);
    };
    const auto is_held_out = [&](std::size_t number) {
        return number % static_cast<std::size_t>(options.hold_out) == 0;
    };
    const auto missing = [&](std::size_t number) {
        float sum = 0;
        for (const std::uint32_t feature : features[number]) sum += fit.weights[feature];
        return static_cast<float>(values[number]) / othello::Evaluation<Grid8x8>::kScale - sum;
    };
    // What rare patterns learn of a shift that all positions share does not help where they are missing: so it is
    // learned first, and what is still missing from held-out positions is added in the end.
    const auto level = [&](bool held_out) {
        std::array<double, kEmptiesAStage> sums{};
        std::array<double, kEmptiesAStage> weights{};
        const std::size_t first = patterns.distinct() + scalar_of_empties(0);
        for (std::size_t number = 0; number < count; ++number) {
            if (is_held_out(number) != held_out) continue;
            const std::size_t which = features[number].back() - first;
            const auto weight = static_cast<double>(importance(number));
            sums[which] += weight * static_cast<double>(missing(number));
            weights[which] += weight;
        }
        for (std::size_t which = 0; which < sums.size(); ++which)
            if (weights[which] > 0) fit.weights[first + which] += static_cast<float>(sums[which] / weights[which]);
    };
    level(false);
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    Stream chance(options.seed);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        for (std::size_t left = count; left > 1; --left) std::swap(order[left - 1], order[chance.below(left)]);
        const float done = static_cast<float>(epoch) / static_cast<float>(std::max(options.epochs - 1, 1));
        const float rate = options.rate * std::pow(options.last_rate / options.rate, done) / kFeatures;
        for (const std::uint32_t number : order) {
            if (is_held_out(number)) continue;
            const float step = rate * importance(number) * missing(number);
            for (const std::uint32_t feature : features[number]) fit.weights[feature] += step;
        }
    }
    level(true);
    double squares = 0;
    double held_out = 0;
    for (std::size_t number = 0; number < count; ++number) {
        if (!is_held_out(number)) continue;
        const double off = static_cast<double>(missing(number));
        const double weight = static_cast<double>(importance(number));
        squares += weight * off * off;
        held_out += weight;
    }
    if (held_out > 0) fit.error = std::sqrt(squares / held_out);
    return fit;
}

}  // namespace garlic::othello::standard
