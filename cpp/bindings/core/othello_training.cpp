#include "bindings/core/othello_training.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>
#include <vector>

#include "bindings/core/bind_game.h"
#include "bindings/core/othello_weights.h"
#include "games/othello/board/sizes.h"
#include "games/othello/evaluation.h"
#include "games/othello/training/self_play.h"
#include "games/othello/training/trainer.h"

namespace garlic::othello {
namespace {

namespace nb = nanobind;

// A value of a position's evaluation, in points.
template <class Ask>
double in_points(const BoundWeights& bound, std::string_view position, Ask ask) {
    return with_position(position, [&]<class Board>(const Position<Board>& game) {
        using Evaluation = othello::Evaluation<Board>;
        return static_cast<double>(ask(*Evaluation::of(game, bound.weights), game)) / Evaluation::kScale;
    });
}

// Evaluates all positions of a game `times` times; returns the number of evaluations.
std::size_t evaluate_game(const BoundWeights& bound, std::string_view line, int times) {
    const std::size_t end = std::min(line.find(" moves"), line.size());
    return with_position(line.substr(0, end), [&]<class Board>(const Position<Board>&) {
        std::vector<Position<Board>> positions;
        for (std::size_t at = end; at != std::string_view::npos; at = line.find(' ', at + 1))
            positions.push_back(parse_line<Position<Board>>(line.substr(0, at)));
        const auto evaluation = Evaluation<Board>::of(positions[0], bound.weights);
        volatile int last = 0;
        for (int time = 0; time < times; ++time)
            for (const auto& position : positions)
                last = evaluation->evaluate(position.own(), position.enemy(), Board::count(position.empty()));
        static_cast<void>(last);
        return positions.size() * static_cast<std::size_t>(times);
    });
}

// For each board family and stage: samples, then the mean squared errors.
std::vector<std::tuple<int, int, int, double, double, double, double>> errors(const Trainer& trainer) {
    std::vector<std::tuple<int, int, int, double, double, double, double>> rows;
    const auto all = trainer.errors();
    for (std::size_t family = 0; family < all.size(); ++family)
        for (std::size_t stage = 0; stage < all[family].size(); ++stage) {
            const auto& error = all[family][stage];
            const double count = std::max(error.count, 1);
            rows.emplace_back(static_cast<int>(family), static_cast<int>(stage), error.count, error.model / count,
                              error.owners / count, error.nothing / count, error.cells / count);
        }
    return rows;
}

}  // namespace

void bind_training(nanobind::module_& module) {
    nb::class_<BoundWeights>(module, "OthelloWeights")
        .def_static(
            "parse",
            [](nb::bytes bytes) {
                return BoundWeights{Weights::parse({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()})};
            },
            nb::arg("content"))
        .def_static(
            "by_hand", [] { return BoundWeights{Weights::by_hand()}; },
            "A few plain rules: what learned weights are compared with.")
        .def(
            "evaluate",
            [](const BoundWeights& bound, std::string_view position) {
                return in_points(bound, position, [](auto& made, auto& game) { return made.evaluate(game); });
            },
            nb::arg("position"), "The expected final margin for the side to move, in points.")
        .def(
            "evaluate_directly",
            [](const BoundWeights& bound, std::string_view position) {
                return in_points(bound, position, [](auto& made, auto& game) { return made.evaluate_directly(game); });
            },
            nb::arg("position"), "The same without tables: slow, to check evaluate().")
        .def("evaluate_game", &evaluate_game, nb::arg("line"), nb::arg("times"),
             nb::call_guard<nb::gil_scoped_release>(),
             "Evaluate all positions of a played game so many times over, to time that; how many they were.");
    module.def(
        "set_othello_weights", [](const BoundWeights& bound) { set_engine_weights(bound.weights); }, nb::arg("weights"),
        "Let Othello's engine play with these weights.");
    module.def(
        "othello_weight_counts",
        [] {
            const auto& layout = WeightLayout::get();
            return std::tuple{layout.owners(), layout.patterns(), layout.size()};
        },
        "How many weights foretell owners, how many belong to patterns, and how many there are.");
    module.def(
        "play_othello",
        [](std::string_view position, const BoundWeights& red, const BoundWeights& blue, int random_plies, int depth,
           int exact_empties, std::uint64_t seed) {
            const auto game =
                play_game(position, red.weights, blue.weights, {random_plies, depth, exact_empties, seed});
            return std::pair{game.line, game.margin};
        },
        nb::arg("position"), nb::arg("red"), nb::arg("blue"), nb::kw_only(), nb::arg("random_plies"), nb::arg("depth"),
        nb::arg("exact_empties"), nb::arg("seed"), nb::call_guard<nb::gil_scoped_release>(),
        "A whole game, as `POSITION moves m1 m2 ...` after the random plies, and red's margin.");

    nb::class_<Trainer>(module, "OthelloTrainer")
        .def(
            "__init__",
            [](Trainer* self, float owners, float rest_8x8, float rest_other) {
                new (self) Trainer({owners, rest_8x8, rest_other});
            },
            nb::arg("owners_ridge"), nb::arg("rest_8x8_ridge"), nb::arg("rest_other_ridge"))
        .def("add", &Trainer::add, nb::arg("line"), nb::arg("held_out"))
        .def_prop_ro("samples", &Trainer::samples)
        .def("fit_owners", &Trainer::fit_owners, nb::arg("rate"), nb::arg("seed"),
             nb::call_guard<nb::gil_scoped_release>())
        .def("fit_rest", &Trainer::fit_rest, nb::arg("rate"), nb::arg("share"), nb::arg("seed"),
             nb::call_guard<nb::gil_scoped_release>())
        .def("errors", &errors)
        .def_prop_ro(
            "weights",
            [](const Trainer& trainer) {
                const auto& weights = trainer.weights();
                return nb::ndarray<const float, nb::numpy, nb::ndim<1>>(weights.data(), {weights.size()}, nb::handle());
            },
            nb::rv_policy::reference_internal);
}

}  // namespace garlic::othello
