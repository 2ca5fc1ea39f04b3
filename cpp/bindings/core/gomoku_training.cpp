#include "bindings/core/gomoku_training.h"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "games/gomoku/evaluation.h"
#include "games/gomoku/player.h"
#include "games/gomoku/training/fit.h"
#include "games/gomoku/training/games.h"
#include "garlic/text.h"

namespace garlic::gomoku {
namespace {

namespace nb = nanobind;

std::span<const std::uint8_t> bytes_in(const nb::bytes& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
}

nb::bytes bytes_of(const std::vector<std::uint8_t>& bytes) {
    return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// Calls visit.template operator()<kRule>() for the rule set of this name.
template <class Visit>
auto with_rule(std::string_view name, Visit visit) {
    if (name == "freestyle") return visit.template operator()<Rule::kFreestyle>();
    if (name == "standard") return visit.template operator()<Rule::kStandard>();
    if (name == "renju") return visit.template operator()<Rule::kRenju>();
    throw ParseError("expected freestyle, standard or renju, got " + std::string(name));
}

// The score of a position, computed from the weights point by point.
template <Rule kRule>
int evaluate_directly(std::string_view text, const RuleWeights& weights) {
    const auto game = Player<kRule>::parse(text);
    const Side us = game.mover();
    int sum = weights.situations[game.situation()];
    game.empty().each([&](int cell) {
        const auto place = [&](Side side) { return static_cast<std::size_t>(combination_of(game.shapes(side, cell))); };
        sum += weights.sides[static_cast<std::size_t>(us)].to_move[place(us)];
        sum -= weights.sides[static_cast<std::size_t>(other(us))].waiting[place(other(us))];
    });
    return points(sum / kWeightUnit);
}

}  // namespace

void bind_training(nb::module_& module) {
    module.attr("gomoku_weight_bytes") = kWeightBytes;
    module.def(
        "set_gomoku_weights", [](const nb::bytes& weights) { set_weights(parse_weights(bytes_in(weights))); },
        nb::arg("weights"), "Let new positions of Gomoku's engine be evaluated with these weights.");
    module.def(
        "set_gomoku_weights_by_hand", [] { set_weights(handmade_weights()); },
        "Let them be evaluated with weights that were set by hand.");
    module.def(
        "gomoku_evaluate",
        [](std::string_view rule, std::string_view position) {
            return with_rule(rule, [&]<Rule kRule> { return Player<kRule>::parse(position).evaluate(); });
        },
        nb::arg("rule"), nb::arg("position"), "What a position is worth to its mover, in hundredths of a point.");
    module.def(
        "gomoku_evaluate_directly",
        [](std::string_view rule, std::string_view position, const nb::bytes& weights) {
            const auto all = parse_weights(bytes_in(weights));
            return with_rule(rule, [&]<Rule kRule> {
                return evaluate_directly<kRule>(position, all[static_cast<std::size_t>(kRule)]);
            });
        },
        nb::arg("rule"), nb::arg("position"), nb::arg("weights"),
        "The same, point by point with these weights: slow, to check gomoku_evaluate().");
    module.def(
        "gomoku_games",
        [](std::string_view rule, std::uint64_t first_seed, int games, std::uint64_t nodes) {
            std::vector<std::uint8_t> played;
            {
                const nb::gil_scoped_release without_gil;
                played =
                    with_rule(rule, [&]<Rule kRule> { return packed(play_games<kRule>(first_seed, games, nodes)); });
            }
            return bytes_of(played);
        },
        nb::arg("rule"), nb::arg("first_seed"), nb::arg("games"), nb::arg("nodes"),
        "Quick games of the engine against itself, one for each seed.");
    module.def(
        "gomoku_fit",
        [](std::string_view rule, const nb::bytes& games, const nb::bytes& weights, int epochs, float rate,
           float last_rate, float result_share, int hold_out, std::uint64_t seed) {
            const auto content = bytes_in(games);
            auto all = parse_weights(bytes_in(weights));
            Fit fit;
            {
                const nb::gil_scoped_release without_gil;
                const FitOptions options{epochs, rate, last_rate, result_share, hold_out, seed};
                const auto played = unpacked({content.begin(), content.end()});
                fit = with_rule(rule, [&]<Rule kRule> {
                    auto& own = all[static_cast<std::size_t>(kRule)];
                    Fit found = fit_weights<kRule>(played, own, options);
                    own = found.weights;
                    return found;
                });
            }
            std::vector<std::tuple<double, double, double>> losses;
            for (const FitLoss& loss : fit.losses) losses.emplace_back(loss.value, loss.order, loss.chosen_first);
            return std::tuple{bytes_of(packed(all)), fit.positions, losses};
        },
        nb::arg("rule"), nb::arg("games"), nb::arg("weights"), nb::kw_only(), nb::arg("epochs"), nb::arg("rate"),
        nb::arg("last_rate"), nb::arg("result_share"), nb::arg("hold_out"), nb::arg("seed"),
        "All weights with those of the rule set fitted to these games, the number of positions, and what held-out ones "
        "say before and after each epoch: cross entropy of values, of moves, share of moves that come first.");
}

}  // namespace garlic::gomoku
