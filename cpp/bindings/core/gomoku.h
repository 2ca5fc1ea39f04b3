// Gomoku under each of its rule sets, and the forbidden points that renju adds to what all games show.
#pragma once

#include "bindings/core/bind_engine.h"
#include "bindings/core/bind_game.h"
#include "games/gomoku.h"
#include "games/gomoku_lab.h"
#include "games/gomoku_player.h"

namespace garlic {

template <GomokuRule kRule>
void bind_gomoku_rule(nanobind::module_& module, const char* name) {
    namespace nb = nanobind;
    bind_game<Gomoku<kRule>>(module, "gomoku", name)
        .def(
            "forbidden",
            [](const Gomoku<kRule>& game) {
                nb::dict points;
                for (const auto& [move, verdict] : game.forbidden())
                    points[game.move_str(move).c_str()] = garlic::name(verdict);
                return points;
            },
            nb::sig("def forbidden(self) -> dict[str, str]"), "The points forbidden to black, and why.")
        .def(
            "winner",
            [](const Gomoku<kRule>& game) {
                return !game.winner() ? "" : *game.winner() == Side::kFirst ? "a" : "b";
            },
            "The winner's seat, empty while nobody has won.");
}

inline void bind_gomoku(nanobind::module_& module) {
    bind_gomoku_rule<GomokuRule::kRenju>(module, "GomokuRenju");
    bind_gomoku_rule<GomokuRule::kFreestyle>(module, "GomokuFreestyle");
    bind_gomoku_rule<GomokuRule::kStandard>(module, "GomokuStandard");
    bind_engine<GomokuRenjuPlayer>(module, "gomoku", "GomokuRenjuEngine");
    bind_engine<GomokuFreestylePlayer>(module, "gomoku", "GomokuFreestyleEngine");
    bind_engine<GomokuStandardPlayer>(module, "gomoku", "GomokuStandardEngine");
    bind_engine<GomokuRenjuLab>(module, "gomoku/lab", "GomokuRenjuLabEngine");
    bind_engine<GomokuFreestyleLab>(module, "gomoku/lab", "GomokuFreestyleLabEngine");
    bind_engine<GomokuStandardLab>(module, "gomoku/lab", "GomokuStandardLabEngine");
}

}  // namespace garlic
