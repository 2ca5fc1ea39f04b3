// Binds a native game for Python; the same for all games. Python gets values: `play` copies.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "garlic/game.h"
#include "garlic/perft.h"
#include "garlic/text.h"

namespace garlic {

// The move that `text` names, if it is legal in `game`; ParseError otherwise.
template <WrittenGame G>
typename G::Move legal_move(const G& game, std::string_view text) {
    const auto move = game.parse_move(text);
    MoveList<G> moves;
    game.legal_moves(moves);
    if (std::find(moves.begin(), moves.end(), move) == moves.end())
        throw ParseError("illegal move " + std::string(text));
    return move;
}

// Parses `POSITION moves m1 m2 ...`.
template <WrittenGame G>
G parse_line(std::string_view text) {
    // A player that searches only some of the legal moves lets the rules' class parse the line.
    if constexpr (requires { typename G::ReadAs; }) return G(parse_line<typename G::ReadAs>(text));
    constexpr std::string_view kMoves = " moves";
    const std::size_t split_at = text.find(kMoves);
    G game = G::parse(text.substr(0, split_at));
    if (split_at == std::string_view::npos) return game;
    std::string_view tail = text.substr(split_at + kMoves.size());
    while (!tail.empty()) {
        if (tail[0] != ' ') throw ParseError("expected ' moves ' and moves");
        std::size_t end = 0;
        for (int word = 0; word < G::kMoveWords && end != std::string_view::npos; ++word) end = tail.find(' ', end + 1);
        game.make(legal_move(game, tail.substr(1, end == std::string_view::npos ? end : end - 1)));
        tail = end == std::string_view::npos ? std::string_view{} : tail.substr(end);
    }
    return game;
}

// The registry behind native_classes(): the classes of each game.
inline void bind_registry(nanobind::module_& module) {
    namespace nb = nanobind;
    module.attr("_by_game") = nb::dict();
    module.def(
        "native_classes",
        [by_game = nb::dict(module.attr("_by_game"))](const char* game) {
            return by_game.contains(game) ? nb::list(by_game[game]) : nb::list();
        },
        nb::arg("game"), nb::sig("def native_classes(game: str) -> list[type]"));
}

// Registers a bound class for a game. A game may have several classes (one per board size, for instance): the first
// that can parse a position gets it.
inline void register_game(nanobind::module_& module, const char* game_name, nanobind::handle bound) {
    namespace nb = nanobind;
    nb::dict by_game = module.attr("_by_game");
    if (!by_game.contains(game_name)) by_game[game_name] = nb::list();
    nb::cast<nb::list>(by_game[game_name]).append(bound);
}

// Binds G as class `name`, registers it for its game, and returns the class so that more can be added.
template <WrittenGame G>
nanobind::class_<G> bind_game(nanobind::module_& module, const char* game_name, const char* name) {
    namespace nb = nanobind;
    auto bound = nb::class_<G>(module, name);
    register_game(module, game_name, bound);
    bound.def_static("parse", &parse_line<G>, nb::arg("text"))
        .def("__str__", &G::str)
        .def("legal_moves",
             [](const G& game) {
                 MoveList<G> moves;
                 game.legal_moves(moves);
                 std::vector<std::string> names;
                 names.reserve(moves.size());
                 for (const auto move : moves) names.push_back(game.move_str(move));
                 return names;
             })
        .def(
            "play",
            [](const G& game, std::string_view text) {
                G next = game;
                next.make(legal_move(game, text));
                return next;
            },
            nb::arg("move"))
        .def(
            "undone",
            [](const G& game, std::string_view text) {
                G copy = game;
                const auto move = legal_move(game, text);
                const auto undo = copy.make(move);
                copy.undo(move, undo);
                return copy;
            },
            nb::arg("move"), "The position after making and taking back a move: equal to this one.")
        .def(
            "perft",
            [](const G& game, int depth) {
                G copy = game;
                return perft(copy, depth);
            },
            nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>());
    if constexpr (HasOutcome<G>)
        bound.def("outcome", &G::outcome_str,
                  "The winner's seat ('-' for a draw) and the reason; empty while the game goes on.");
    return bound;
}

}  // namespace garlic
