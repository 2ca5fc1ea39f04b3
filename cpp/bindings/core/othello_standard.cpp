#include "bindings/core/othello_standard.h"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/core/bind_game.h"
#include "bindings/core/othello_weights.h"
#include "games/othello/rules.h"
#include "games/othello/standard/evaluation.h"
#include "games/othello/training/standard.h"

namespace garlic::othello::standard {
namespace {

namespace nb = nanobind;

// The core may keep an evaluation after Python has released it, so Python does not own it.
struct Bound {
    std::shared_ptr<const Evaluation> evaluation;
};

template <class Value>
std::vector<Value> values_in(const nb::bytes& bytes) {
    if (bytes.size() % sizeof(Value) != 0)
        throw ParseError("expected a multiple of " + std::to_string(sizeof(Value)) + " bytes, got " +
                         std::to_string(bytes.size()));
    std::vector<Value> values(bytes.size() / sizeof(Value));
    std::memcpy(values.data(), bytes.c_str(), bytes.size());
    return values;
}

template <class Value>
nb::bytes bytes_of(const std::vector<Value>& values) {
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
}

template <class Ask>
double in_discs(std::string_view text, Ask ask) {
    const auto game = Position8x8::parse(text);
    return static_cast<double>(ask(game.own(), game.enemy(), game.empty().count())) / Evaluation::kUnit;
}

}  // namespace

void bind(nb::module_& module) {
    nb::class_<Bound>(module, "OthelloStandardEvaluation")
        .def_static(
            "parse",
            [](const nb::bytes& content) {
                const auto* const first = reinterpret_cast<const std::uint8_t*>(content.c_str());
                return Bound{std::make_shared<const Evaluation>(std::span(first, content.size()))};
            },
            nb::arg("content"))
        .def(
            "evaluate",
            [](const Bound& bound, std::string_view position) {
                return in_discs(position, [&](auto... of) { return bound.evaluation->evaluate(of...); });
            },
            nb::arg("position"), "The expected final margin for the side to move of an 8x8 board, in discs.")
        .def(
            "evaluate_directly",
            [](const Bound& bound, std::string_view position) {
                return in_discs(position, [&](auto... of) { return bound.evaluation->evaluate_directly(of...); });
            },
            nb::arg("position"), "The same without tables: slow, to check evaluate().");
    module.def(
        "set_othello_standard",
        [](const Bound* bound) { set_engine_evaluation(bound == nullptr ? nullptr : bound->evaluation); },
        nb::arg("evaluation").none(), "Let Othello's engine use this on standard Othello; None: the general weights.");
    module.def(
        "othello_standard_counts",
        [] { return std::tuple{kStages, Patterns::get().distinct(), kScalars, Patterns::get().sites().size()}; },
        "Stages, weights of patterns and scalars in each, and patterns on the board.");
    module.def(
        "othello_standard_positions",
        [](const BoundWeights& weights, std::uint64_t first_seed, int games) {
            std::vector<Discs> found;
            {
                const nb::gil_scoped_release without_gil;
                for (int game = 0; game < games; ++game)
                    for (const Discs& discs :
                         positions_of_game(weights.weights, first_seed + static_cast<std::uint64_t>(game)))
                        found.push_back(discs);
            }
            return bytes_of(found);
        },
        nb::arg("weights"), nb::arg("first_seed"), nb::arg("games"),
        "Positions of quick games: for each two bitboards, the mover's and the opponent's.");
    module.def(
        "othello_standard_values",
        [](const nb::bytes& positions, int depth, int exact_empties) {
            const auto discs = values_in<Discs>(positions);
            std::vector<std::int16_t> values;
            {
                const nb::gil_scoped_release without_gil;
                values = values_of(discs, depth, exact_empties);
            }
            return bytes_of(values);
        },
        nb::arg("positions"), nb::arg("depth"), nb::arg("exact_empties"),
        "The margins of positions for their movers, in 1/32 of a disc: by search, or exact.");
    module.def(
        "othello_standard_fit",
        [](const nb::bytes& positions, const nb::bytes& values, const nb::bytes& start, int epochs, float rate,
           float last_rate, float close, int hold_out, std::uint64_t seed) {
            const auto discs = values_in<Discs>(positions);
            const auto wanted = values_in<std::int16_t>(values);
            auto weights = values_in<float>(start);
            if (wanted.size() != discs.size() || weights.size() != Patterns::get().distinct() + kScalars)
                throw ParseError("expected a value for each position, and all weights of a stage");
            Fit fit;
            {
                const nb::gil_scoped_release without_gil;
                fit = fit_stage(discs, wanted, std::move(weights), {epochs, rate, last_rate, close, hold_out, seed});
            }
            return std::tuple{bytes_of(fit.weights), fit.error};
        },
        nb::arg("positions"), nb::arg("values"), nb::arg("start"), nb::kw_only(), nb::arg("epochs"), nb::arg("rate"),
        nb::arg("last_rate"), nb::arg("close"), nb::arg("hold_out"), nb::arg("seed"),
        "The weights of a stage, and the root mean square of what they miss of held-out values.");
}

}  // namespace garlic::othello::standard
