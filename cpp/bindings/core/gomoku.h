// Gomoku under each of its rule sets, with renju's forbidden points.
#pragma once

#include "bindings/core/bind_engine.h"
#include "bindings/core/bind_game.h"
#include "games/gomoku/lab.h"
#include "games/gomoku/player.h"
#include "games/gomoku/rules.h"

namespace garlic::gomoku {

template <Rule kRule>
void bind_rule(nanobind::module_& module, const char* name) {
    namespace nb = nanobind;
    bind_game<Position<kRule>>(module, "gomoku", name)
        .def(
            "forbidden",
            [](const Position<kRule>& game) {
                nb::dict points;
                for (const auto& [move, verdict] : game.forbidden())
                    points[game.move_str(move).c_str()] = gomoku::name(verdict);
                return points;
            },
            nb::sig("def forbidden(self) -> dict[str, str]"), "The points forbidden to black, and why.")
        .def(
            "winner",
            [](const Position<kRule>& game) {
                if (!game.winner()) return "";
                return *game.winner() == Side::kFirst ? "a" : "b";
            },
            "The winner's seat, empty while nobody has won.");
}

inline void bind(nanobind::module_& module) {
    bind_rule<Rule::kRenju>(module, "GomokuRenju");
    bind_rule<Rule::kFreestyle>(module, "GomokuFreestyle");
    bind_rule<Rule::kStandard>(module, "GomokuStandard");
    bind_engine<RenjuPlayer>(module, "gomoku", "GomokuRenjuEngine");
    bind_engine<FreestylePlayer>(module, "gomoku", "GomokuFreestyleEngine");
    bind_engine<StandardPlayer>(module, "gomoku", "GomokuStandardEngine");
    bind_engine<RenjuLab>(module, "gomoku/lab", "GomokuRenjuLabEngine");
    bind_engine<FreestyleLab>(module, "gomoku/lab", "GomokuFreestyleLabEngine");
    bind_engine<StandardLab>(module, "gomoku/lab", "GomokuStandardLabEngine");
}

}  // namespace garlic::gomoku
