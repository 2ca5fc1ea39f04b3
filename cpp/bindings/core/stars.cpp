// Stars for Python. Moves are a pair of texts, red's and blue's; None for a gone garlic.
#include "bindings/core/stars.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/core/bind_game.h"
#include "games/stars/lab.h"
#include "games/stars/player.h"
#include "games/stars/rules.h"
#include "garlic/chance.h"

namespace garlic::stars {
namespace {

using Pair = std::pair<std::optional<std::string>, std::optional<std::string>>;

Moves joint_move(const Position& game, const Pair& moves) {
    Moves cells{kNowhere, kNowhere};
    const std::optional<std::string>* const given[] = {&moves.first, &moves.second};
    for (std::size_t seat = 0; seat < 2; ++seat) {
        if (game.state().garlic(seat).gone() == given[seat]->has_value())
            throw ParseError("every garlic that is not gone needs a move, a gone one has none");
        if (given[seat]->has_value()) cells[seat] = game.parse_move(**given[seat]);
    }
    return cells;
}

std::vector<std::string> moves_for(const Position& game, std::size_t seat) {
    if (seat > 1) throw ParseError("expected seat 0 or 1");
    std::vector<std::string> names;
    if (game.end() != End::kNone) return names;
    for (const auto cell : game.state().choices(game.maze(), seat)) names.push_back(game.move_str(cell));
    return names;
}

std::optional<std::tuple<std::string, int, int>> outcome(const Position& game) {
    const char* reason = nullptr;
    switch (game.end()) {
        case End::kNone: return std::nullopt;
        case End::kBothGone: reason = "both garlics are gone"; break;
        case End::kAllRounds: reason = "all rounds are played"; break;
        case End::kNoStar: reason = "no star is left"; break;
    }
    return std::tuple{std::string(reason), game.state().garlic(0).score, game.state().garlic(1).score};
}

// Suicide is a cell off the map.
std::string cell_name(const Position& game, Cell cell) { return cell == kNowhere ? "-1,-1" : game.move_str(cell); }

// One of the course's players in one seat, for one game after another.
class SeatedBaseline {
public:
    SeatedBaseline(std::string_view name, std::uint64_t seed) : player_(make_baseline(name, seed)) {
        if (!player_) throw ParseError("expected the name of a baseline");
    }

    std::string choose(std::string_view position, std::size_t seat) {
        last_.emplace(Position::parse(position, last_ ? &*last_ : nullptr));
        if (seat > 1 || last_->state().garlic(seat).gone())
            throw ParseError("expected the seat of a garlic in the game");
        return cell_name(*last_, player_->choose(last_->maze(), last_->state(), seat));
    }

private:
    std::unique_ptr<Baseline> player_;
    std::optional<Position> last_;
};

// The planner's results with moves as text.
struct NamedMove {
    std::string move;
    double points;
    std::uint64_t visits;
};
struct NamedPlans {
    std::vector<NamedMove> moves;
    std::uint64_t rollouts;
    std::uint64_t rounds;
    double seconds;
};

class SeatedPlanner {
public:
    SeatedPlanner(std::size_t seat, std::uint64_t seed, bool points_only)
        : seat_(seat), planner_(seat, seed, points_only ? Player::Aim::kPoints : Player::Aim::kWin) {
        if (seat > 1) throw ParseError("expected seat 0 or 1");
    }

    void prepare(std::string_view position) {
        last_.emplace(Position::parse(position));
        planner_.prepare(*last_);
    }

    NamedPlans think(std::string_view position, std::optional<double> seconds, std::optional<std::uint64_t> rollouts) {
        last_.emplace(Position::parse(position, last_ ? &*last_ : nullptr));
        NamedPlans named{{}, 0, 0, 0};
        if (last_->end() != End::kNone || last_->state().garlic(seat_).gone()) return named;
        const Plans plans = planner_.think(*last_, {seconds, rollouts});
        for (const auto& [cell, points, visits] : plans.moves)
            named.moves.push_back({cell_name(*last_, cell), points, visits});
        named.rollouts = plans.rollouts;
        named.rounds = plans.rounds;
        named.seconds = plans.seconds;
        return named;
    }

    std::vector<std::pair<std::string, double>> beliefs() const {
        std::vector<std::pair<std::string, double>> named;
        for (std::size_t index = 0; index < kStyles; ++index)
            named.emplace_back(kStyleNames[index], planner_.beliefs()[index]);
        named.emplace_back("thinks", planner_.beliefs()[OpponentModel::kThinks]);
        return named;
    }

private:
    std::size_t seat_;
    Player planner_;
    std::optional<Position> last_;
};

}  // namespace

void bind(nanobind::module_& module) {
    namespace nb = nanobind;
    nb::class_<Stream>(module, "Stream")
        .def(nb::init<std::uint64_t>(), nb::arg("seed"))
        .def_prop_ro("state", &Stream::state)
        .def("word", &Stream::word)
        .def(
            "below",
            [](Stream& stream, std::uint64_t count) {
                if (count == 0) throw ParseError("expected at least one possibility");
                return stream.below(count);
            },
            nb::arg("count"));

    auto bound = nb::class_<Position>(module, "Stars");
    register_game(module, "stars", bound);
    bound.def_static(
             "parse", [](std::string_view text) { return Position::parse(text); }, nb::arg("text"))
        .def("__str__", &Position::str)
        .def("moves_for", &moves_for, nb::arg("seat"))
        .def(
            "play",
            [](const Position& game, const Pair& moves, Stream& stream) {
                return game.after(joint_move(game, moves), stream);
            },
            nb::arg("moves"), nb::arg("stream"), "The position after one round; the stream moves on.")
        .def(
            "play",
            [](const Position& game, const Pair& moves, const std::vector<std::uint64_t>& choices) {
                Recorded chance(choices);
                Position next = game.after(joint_move(game, moves), chance);
                if (chance.used() != choices.size()) throw ParseError("expected fewer random choices");
                return next;
            },
            nb::arg("moves"), nb::arg("choices"), "The position after one round with the choices made elsewhere.")
        .def("outcome", &outcome, "The reason and both scores once the game is over, else None.")
        .def("perft", &Position::perft, nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>())
        .def("random_rounds", &Position::random_rounds, nb::arg("seed"), nb::arg("rounds"),
             nb::call_guard<nb::gil_scoped_release>(),
             "Play random moves for that many rounds; the sum of all final scores.");

    nb::class_<SeatedBaseline>(module, "StarsBaseline")
        .def(nb::init<std::string_view, std::uint64_t>(), nb::arg("name"), nb::arg("seed"))
        .def("choose", &SeatedBaseline::choose, nb::arg("position"), nb::arg("seat"), "The move as text.");

    nb::class_<NamedMove>(module, "PlannedMove")
        .def_ro("move", &NamedMove::move)
        .def_ro("points", &NamedMove::points, "By how much the lead is expected to grow.")
        .def_ro("visits", &NamedMove::visits);
    nb::class_<NamedPlans>(module, "Plans")
        .def_ro("moves", &NamedPlans::moves, "The best first.")
        .def_ro("rollouts", &NamedPlans::rollouts)
        .def_ro("rounds", &NamedPlans::rounds)
        .def_ro("seconds", &NamedPlans::seconds);
    nb::class_<SeatedPlanner>(module, "StarsPlanner")
        .def(nb::init<std::size_t, std::uint64_t, bool>(), nb::arg("seat"), nb::arg("seed"),
             nb::arg("points_only") = false)
        .def("prepare", &SeatedPlanner::prepare, nb::arg("position"), nb::call_guard<nb::gil_scoped_release>())
        .def("think", &SeatedPlanner::think, nb::arg("position"), nb::kw_only(), nb::arg("seconds").none(),
             nb::arg("rollouts").none(), nb::call_guard<nb::gil_scoped_release>())
        .def("beliefs", &SeatedPlanner::beliefs);
}

}  // namespace garlic::stars
