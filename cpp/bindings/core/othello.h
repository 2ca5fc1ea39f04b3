// Othello on each kind of board, our engine, and the course's player.
#pragma once

#include "bindings/core/bind_engine.h"
#include "bindings/core/bind_game.h"
#include "games/othello/lab.h"
#include "games/othello/player.h"
#include "games/othello/rules.h"

namespace garlic::othello {

template <class Board>
void bind_board(nanobind::module_& module, const char* name) {
    namespace nb = nanobind;
    using Game = Position<Board>;
    bind_game<Game>(module, "othello", name)
        .def(
            "lab_move", [](const Game& game, int depth) { return game.move_str(Lab<Board>(game).choose(depth)); },
            nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>(),
            "The move of the course's player, which searches `depth` plies; the game must go on.")
        .def(
            "lab_value", [](const Game& game) { return Lab<Board>(game).value(); },
            "What the course's player thinks the position is worth to the side to move.");
}

inline void bind(nanobind::module_& module) {
    bind_board<Grid8x8>(module, "Othello8x8");
    bind_board<Grid<9, 1>>(module, "Othello7x8");
    bind_board<Grid<11, 2>>(module, "Othello11x10");
    bind_board<Grid<13, 3>>(module, "Othello14x12");
    bind_board<Grid<21, 7>>(module, "Othello20x20");
    bind_engine<Player<Grid8x8>>(module, "othello", "OthelloEngine8x8");
    bind_engine<Player<Grid<9, 1>>>(module, "othello", "OthelloEngine7x8");
    bind_engine<Player<Grid<11, 2>>>(module, "othello", "OthelloEngine11x10");
    bind_engine<Player<Grid<13, 3>>>(module, "othello", "OthelloEngine14x12");
    bind_engine<Player<Grid<21, 7>>>(module, "othello", "OthelloEngine20x20");
    module.def("othello_lab_table", &lab_table, nanobind::arg("row"), nanobind::arg("column"), nanobind::arg("rows"),
               nanobind::arg("columns"), "What the course's table says of a cell.");
}

}  // namespace garlic::othello
