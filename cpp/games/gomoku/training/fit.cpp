#include "games/gomoku/training/fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include "games/gomoku/player.h"
#include "garlic/chance.h"

namespace garlic::gomoku {
namespace {

constexpr std::size_t kPairs = kShapeCount * (kShapeCount + 1) / 2;
constexpr std::size_t kCoarse = kPairs + 2 * kShapeCount;
constexpr std::size_t kTables = 4;  // of a side: to_move, waiting, attack, defence
constexpr std::size_t kTableSize = kCoarse + kCombinations;
constexpr std::size_t kBatch = 64;  // games
constexpr float kDecay = 0.02F;
constexpr float kOrderFaster = 8;
constexpr float kPoint = static_cast<float>(kWeightUnit * 100);
constexpr float kSlowlyForgotten = 0.5F;  // what a later random stone leaves of the result's share

// Combinations by ShapeSet, and their coarse weights.
struct Combinations {
    std::vector<std::uint16_t> of = std::vector<std::uint16_t>(1 << 16);
    std::array<std::array<std::uint16_t, 3>, kCombinations> coarse{};

    Combinations() {
        for (unsigned shapes = 0; shapes < 1 << 16; ++shapes) {
            std::array<unsigned, 4> sorted;
            for (unsigned direction = 0; direction < 4; ++direction)
                sorted[direction] = (shapes >> (4 * direction)) & 15;
            std::sort(sorted.rbegin(), sorted.rend());
            if (sorted[0] >= kShapeCount) continue;
            const auto combination = static_cast<std::size_t>(combination_of(static_cast<ShapeSet>(shapes)));
            of[shapes] = static_cast<std::uint16_t>(combination);
            coarse[combination] = {static_cast<std::uint16_t>(sorted[0] * (sorted[0] + 1) / 2 + sorted[1]),
                                   static_cast<std::uint16_t>(kPairs + sorted[2]),
                                   static_cast<std::uint16_t>(kPairs + kShapeCount + sorted[3])};
        }
    }
};

const Combinations& combinations() {
    static const Combinations all;
    return all;
}

// A weight and what Adam remembers of it.
struct Parameter {
    float value = 0;
    float mean = 0;
    float square = 0;
};

template <Rule kRule>
class Fitter {
public:
    Fitter(const std::vector<PlayedGame>& games, const FitOptions& options) : games_(games), options_(options) {}

    Fit fit(const RuleWeights& start) {
        Fit fit;
        take(start);
        fit.losses.push_back(loss());
        update_effective();
        std::vector<std::size_t> fitted;
        for (std::size_t game = 0; game < games_.size(); ++game)
            if (!is_held_out(game)) fitted.push_back(game);
        Stream chance(options_.seed);
        const auto batches = static_cast<float>((fitted.size() + kBatch - 1) / kBatch);
        for (int epoch = 0; epoch < options_.epochs; ++epoch) {
            for (std::size_t left = fitted.size(); left > 1; --left)
                std::swap(fitted[left - 1], fitted[chance.below(left)]);
            fit.positions = 0;
            float batch = 0;
            for (std::size_t first = 0; first < fitted.size(); first += kBatch, ++batch) {
                std::uint64_t seen = 0;
                for (std::size_t place = first; place < std::min(first + kBatch, fitted.size()); ++place)
                    replay(games_[fitted[place]], [&](const Game& game, const Sample& sample) {
                        ++seen;
                        learn(game, sample);
                    });
                fit.positions += seen;
                // The rate falls along half a cosine.
                const float done = (static_cast<float>(epoch) + batch / batches) / static_cast<float>(options_.epochs);
                const float rate =
                    options_.last_rate + (options_.rate - options_.last_rate) * (1 + std::cos(3.14159265F * done)) / 2;
                step(rate, static_cast<float>(std::max<std::uint64_t>(seen, 1)));
            }
            fit.losses.push_back(loss());
        }
        fit.weights = give();
        return fit;
    }

private:
    using Game = Player<kRule>;
    using Table = std::array<float, kCombinations>;
    static constexpr auto kSideCount = static_cast<std::size_t>(tables_of(kRule));

    struct Sample {
        float target;
        bool learns_move;
        int cell;  // of the move
    };

    // The shapes of all empty points: combinations of the mover and of the other side.
    struct Points {
        std::array<std::uint16_t, Game::kCells> own, enemy;
        std::array<std::int16_t, Game::kCells> cells;
        std::size_t count = 0;
    };

    bool is_held_out(std::size_t game) const { return game % static_cast<std::size_t>(options_.hold_out) == 0; }

    static std::size_t table(Side side, std::size_t kind) {
        return kTables * (kSideCount == 2 ? static_cast<std::size_t>(side) : 0) + kind;
    }

    template <class Visit>
    void replay(const PlayedGame& played, Visit visit) const {
        Game game{start_};
        int random_left = 0;
        for (const PlayedStone& stone : played.stones) random_left += stone.random && stone.score != kInfinity;
        for (const PlayedStone& stone : played.stones) {
            const typename Game::Move move{stone.column, stone.row};
            if (!game.is_legal(move)) throw ParseError("expected games of this rule set");
            const Side us = game.mover();
            const bool searched = stone.score != kInfinity && !is_win(stone.score);
            if (searched && !game.in_check() && game.fives(us).none()) {
                const float result = played.winner == 2                             ? 0.5F
                                     : (played.winner == 0) == (us == Side::kFirst) ? 1.0F
                                                                                    : 0.0F;
                const float score = 1 / (1 + std::exp(-static_cast<float>(stone.score) / 100));
                const float share =
                    is_loss(stone.score)
                        ? 0
                        : options_.result_share * std::pow(kSlowlyForgotten, static_cast<float>(random_left));
                visit(game, Sample{share * result + (1 - share) * score, !stone.random && !is_loss(stone.score),
                                   Game::cell_of(move)});
            }
            random_left -= stone.random && stone.score != kInfinity;
            game.make(move);
            if (game.over()) return;
        }
    }

    static void list(const Game& game, Points& points) {
        const Side us = game.mover();
        const auto& of = combinations().of;
        points.count = 0;
        game.empty().each([&](int cell) {
            points.own[points.count] = of[game.shapes(us, cell)];
            points.enemy[points.count] = of[game.shapes(other(us), cell)];
            points.cells[points.count++] = static_cast<std::int16_t>(cell);
        });
    }

    float value(const Game& game, const Points& points) const {
        const Table& own = effective_[table(game.mover(), 0)];
        const Table& enemy = effective_[table(other(game.mover()), 1)];
        float sum = situations_[game.situation()].value;
        for (std::size_t place = 0; place < points.count; ++place)
            sum += own[points.own[place]] - enemy[points.enemy[place]];
        return sum;
    }

    // The probabilities that the order gives to the points; 0 where the mover may not play.
    void expect(const Game& game, const Points& points, std::array<float, Game::kCells>& probabilities) const {
        const Table& own = effective_[table(game.mover(), 2)];
        const Table& enemy = effective_[table(game.mover(), 3)];
        float most = -1e9F;
        for (std::size_t place = 0; place < points.count; ++place) {
            probabilities[place] = own[points.own[place]] + enemy[points.enemy[place]];
            if (kRule == Rule::kRenju && !game.may_play(game.mover(), points.cells[place]))
                probabilities[place] = -1e9F;
            most = std::max(most, probabilities[place]);
        }
        float sum = 0;
        for (std::size_t place = 0; place < points.count; ++place)
            sum += probabilities[place] = std::exp(probabilities[place] - most);
        for (std::size_t place = 0; place < points.count; ++place) probabilities[place] /= sum;
    }

    void learn(const Game& game, const Sample& sample) {
        list(game, points_);
        const float error = 1 / (1 + std::exp(-value(game, points_))) - sample.target;
        Table& own = slopes_[table(game.mover(), 0)];
        Table& enemy = slopes_[table(other(game.mover()), 1)];
        for (std::size_t place = 0; place < points_.count; ++place) {
            own[points_.own[place]] += error;
            enemy[points_.enemy[place]] -= error;
        }
        situation_slopes_[game.situation()] += error;
        if (!sample.learns_move) return;
        expect(game, points_, probabilities_);
        Table& attack = slopes_[table(game.mover(), 2)];
        Table& defence = slopes_[table(game.mover(), 3)];
        for (std::size_t place = 0; place < points_.count; ++place) {
            const float wrong = probabilities_[place] - (points_.cells[place] == sample.cell ? 1.0F : 0.0F);
            attack[points_.own[place]] += wrong;
            defence[points_.enemy[place]] += wrong;
        }
    }

    FitLoss loss() {
        FitLoss loss;
        std::uint64_t moves = 0;
        for (std::size_t game = 0; game < games_.size(); ++game) {
            if (!is_held_out(game)) continue;
            replay(games_[game], [&](const Game& at, const Sample& sample) {
                list(at, points_);
                const auto worth = static_cast<double>(1 / (1 + std::exp(-value(at, points_))));
                const double expected = std::clamp(worth, 1e-6, 1 - 1e-6);
                const auto target = static_cast<double>(sample.target);
                loss.value -= target * std::log(expected) + (1 - target) * std::log(1 - expected);
                ++loss.positions;
                if (!sample.learns_move) return;
                expect(at, points_, probabilities_);
                const auto end = probabilities_.begin() + static_cast<std::ptrdiff_t>(points_.count);
                const auto first =
                    static_cast<std::size_t>(std::max_element(probabilities_.begin(), end) - probabilities_.begin());
                loss.chosen_first += points_.cells[first] == sample.cell;
                for (std::size_t place = 0; place < points_.count; ++place)
                    if (points_.cells[place] == sample.cell)
                        loss.order -= std::log(std::max(static_cast<double>(probabilities_[place]), 1e-9));
                ++moves;
            });
        }
        const auto count = static_cast<double>(std::max<std::uint64_t>(loss.positions, 1));
        loss.value /= count;
        loss.order /= static_cast<double>(std::max<std::uint64_t>(moves, 1));
        loss.chosen_first /= static_cast<double>(std::max<std::uint64_t>(moves, 1));
        return loss;
    }

    static void adapt(Parameter& parameter, float slope, float rate) {
        constexpr float kMean = 0.9F, kSquare = 0.999F;
        constexpr float kSmall = 3e-4F;  // so that rare combinations take small steps
        parameter.mean += (1 - kMean) * (slope - parameter.mean);
        parameter.square += (1 - kSquare) * (slope * slope - parameter.square);
        parameter.value -= rate * parameter.mean / (std::sqrt(parameter.square) + kSmall);
    }

    void step(float rate, float positions) {
        for (std::size_t which = 0; which < slopes_.size(); ++which) {
            auto& own = parameters_[which];
            std::array<float, kCoarse> coarse{};
            // A value is a sum over all points, an order is not: it may learn faster.
            const float own_rate = which % kTables < 2 ? rate : kOrderFaster * rate;
            for (std::size_t combination = 0; combination < kCombinations; ++combination) {
                const float slope = slopes_[which][combination] / positions;
                for (const auto part : combinations().coarse[combination]) coarse[part] += slope;
                Parameter& fine = own[kCoarse + combination];
                adapt(fine, slope, own_rate);
                fine.value *= 1 - own_rate * kDecay;
            }
            for (std::size_t part = 0; part < kCoarse; ++part) adapt(own[part], coarse[part], own_rate);
            slopes_[which].fill(0);
        }
        for (std::size_t situation = 0; situation < kSituations; ++situation) {
            adapt(situations_[situation], situation_slopes_[situation] / positions, rate);
            situation_slopes_[situation] = 0;
        }
        update_effective();
    }

    void update_effective() {
        for (std::size_t which = 0; which < effective_.size(); ++which)
            for (std::size_t combination = 0; combination < kCombinations; ++combination) {
                float sum = parameters_[which][kCoarse + combination].value;
                for (const auto part : combinations().coarse[combination]) sum += parameters_[which][part].value;
                effective_[which][combination] = sum;
            }
    }

    static std::array<const RuleWeights::Table*, kTables> tables(const RuleWeights::SideWeights& side) {
        return {&side.to_move, &side.waiting, &side.attack, &side.defence};
    }

    // Takes effective weights over, only to measure their loss.
    void take(const RuleWeights& weights) {
        for (std::size_t side = 0; side < kSideCount; ++side)
            for (std::size_t kind = 0; kind < kTables; ++kind)
                for (std::size_t combination = 0; combination < kCombinations; ++combination)
                    effective_[kTables * side + kind][combination] =
                        static_cast<float>((*tables(weights.sides[side])[kind])[combination]) /
                        (kind < 2 ? kPoint : kOrderUnit);
        for (std::size_t situation = 0; situation < kSituations; ++situation)
            situations_[situation] = {static_cast<float>(weights.situations[situation]) / kPoint, 0, 0};
    }

    RuleWeights give() const {
        const auto whole = [](float value) {
            return static_cast<std::int16_t>(std::clamp(std::lround(value), -30'000L, 30'000L));
        };
        RuleWeights weights;
        for (std::size_t side = 0; side < kSideCount; ++side) {
            auto& own = weights.sides[side];
            for (std::size_t combination = 0; combination < kCombinations; ++combination) {
                own.to_move[combination] = whole(effective_[kTables * side][combination] * kPoint);
                own.waiting[combination] = whole(effective_[kTables * side + 1][combination] * kPoint);
                own.attack[combination] = whole(effective_[kTables * side + 2][combination] * kOrderUnit);
                own.defence[combination] = whole(effective_[kTables * side + 3][combination] * kOrderUnit);
            }
        }
        if (kSideCount == 1) weights.sides[1] = weights.sides[0];
        for (std::size_t situation = 0; situation < kSituations; ++situation)
            weights.situations[situation] = whole(situations_[situation].value * kPoint);
        return weights;
    }

    const std::vector<PlayedGame>& games_;
    const FitOptions options_;
    const Position<kRule> start_ = empty_board<kRule>();
    std::vector<std::array<Parameter, kTableSize>> parameters_ =
        std::vector<std::array<Parameter, kTableSize>>(kTables * kSideCount);
    std::vector<Table> effective_ = std::vector<Table>(kTables * kSideCount);
    std::vector<Table> slopes_ = std::vector<Table>(kTables * kSideCount);
    std::array<Parameter, kSituations> situations_{};
    std::array<float, kSituations> situation_slopes_{};
    Points points_;
    std::array<float, Game::kCells> probabilities_;
};

}  // namespace

template <Rule kRule>
Fit fit_weights(const std::vector<PlayedGame>& games, const RuleWeights& start, const FitOptions& options) {
    return Fitter<kRule>(games, options).fit(start);
}

template Fit fit_weights<Rule::kFreestyle>(const std::vector<PlayedGame>&, const RuleWeights&, const FitOptions&);
template Fit fit_weights<Rule::kStandard>(const std::vector<PlayedGame>&, const RuleWeights&, const FitOptions&);
template Fit fit_weights<Rule::kRenju>(const std::vector<PlayedGame>&, const RuleWeights&, const FitOptions&);

}  // namespace garlic::gomoku
