"""Templates for new bots: those of `examples/bots`, which come with the package.

A `Starter` is a set of files in memory; `garlic.cli.commands.bots.new` writes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import garlic.judge
from garlic.core import Game, UsageError
from garlic.judge.build import header

# Names of the languages on the command line, and as displayed.
LANGUAGES = {
    "c": "C",
    "cpp": "C++",
    "python": "Python",
    "javascript": "JavaScript",
    "java": "Java",
    "perl": "Perl",
}
_COURSE_LANGUAGES = ("c", "cpp")
_ANY_GAME = "any"  # the folder of the bots that can play any game
_RUN = """#!/bin/sh
# Plays code/computer.h (red) against code/player.h (blue) on data/map.txt and writes log/judge.
# With --visible every turn is shown; other options are those of `garlic match`.
cd "$(dirname "$0")" || exit 2
if [ "$1" = --visible ]; then
    shift
    set -- --show "$@"
fi
exec garlic match {game} . "$@"
"""
_MAKEFILE = """# player, computer: programs that make a first move on a map: bin/player data/map.txt
# check_player, check_computer: does the bot keep to the rules and its limits?
CXX = g++
CXXFLAGS = -O2 -pthread -pipe -std=c++11 -Wall

.PHONY: player computer check_player check_computer

player computer:
	@mkdir -p bin
	$(CXX) $(CXXFLAGS) -o bin/$@ -x c++ src/main_$@.c

check_player check_computer:
	garlic check {game} code/$(@:check_%=%).h
"""
_MAIN = """/* The course includes these headers before the bot, and so do we. */
#include <stdlib.h>
#include <assert.h>

#include "../code/{bot}.h"

/* Takes the place of the course's library. */
struct Point initPoint(int x, int y) {{
    struct Point point = {{x, y}};
    return point;
}}

#include "first_turn.h"
"""


@dataclass(frozen=True, slots=True)
class Starter:
    """The files of a new bot by name, and which of them is run."""

    files: Mapping[str, str]
    bot: str
    executable: tuple[str, ...] = ()


def starter(game: Game, language: str) -> Starter:
    """A bot that plays *game* legally: its own example, else one for any game.

    Raises `UsageError` for an unknown language, and if there is no template.
    """
    if language not in LANGUAGES:
        raise UsageError(
            "expected a language, one of {known}, got {got!r}",
            known=", ".join(LANGUAGES),
            got=language,
        )
    folder = _home() / game.name / language
    if not folder.is_dir():
        if game.simultaneous and language == "python":
            raise UsageError(
                "{game} has no template in Python: choose another language", game=game.name
            )
        folder = _home() / _ANY_GAME / language
    sources = sorted(path for path in folder.iterdir() if path.is_file())
    parts = {path.name: path.read_text(encoding="utf-8") for path in sources}
    return Starter(parts, bot=next(iter(parts)))


def course_starter(game: Game, language: str) -> Starter:
    """The course's folder for students, with a bot in it.

    Raises `UsageError` if the game has no such form, or the language is neither C nor C++.
    """
    if game.course is None or game.maps is None:
        raise UsageError("{game} has no course folder: leave out --course", game=game.name)
    if language not in _COURSE_LANGUAGES:
        raise UsageError(
            "a course folder holds C or C++, got {got!r}: leave out --course", got=language
        )
    own = _home() / game.name / "course"
    maps = (game.maps.write(game.maps.load(name)) for name in game.course.maps)
    parts = {
        "code/player.h": starter(game, language).files["player.h"],
        "code/computer.h": (own / "computer.h").read_text(encoding="utf-8"),
        "include/playerbase.h": header(game.course),
        **{f"data/map{number or ''}.txt": text for number, text in enumerate(maps)},
        "src/read_map.h": (files("garlic.judge") / "course" / "read_map.h").read_text("utf-8"),
        "src/first_turn.h": (own / "first_turn.h").read_text(encoding="utf-8"),
        "src/main_player.c": _MAIN.format(bot="player"),
        "src/main_computer.c": _MAIN.format(bot="computer"),
        "Makefile": _MAKEFILE.replace("{game}", game.name),
        "run.sh": _RUN.format(game=game.name),
    }
    return Starter(parts, bot=".", executable=("run.sh",))


@cache
def _home() -> Path:
    """The folder of the installed examples; raise `UsageError` if there is none."""
    for folder in garlic.judge.__path__:
        home = Path(folder) / "starters"
        if home.is_dir():
            return home
    raise UsageError("this installation has no example bots")
