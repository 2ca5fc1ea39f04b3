"""Templates for new bots: those of `examples/bots`, which come with the package.

A `Starter` is a set of files in memory; `garlic.cli.commands.new` writes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
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
_RUN = """#!/bin/sh
# Plays code/player.h against code/computer.h on data/map.txt and writes logs/.
# With --visible every turn is shown; other options are those of `garlic match`.
cd "$(dirname "$0")" || exit 2
if [ "$1" = --visible ]; then
    shift
    set -- --show "$@"
fi
exec garlic match {game} . "$@"
"""


@dataclass(frozen=True, slots=True)
class Starter:
    """The files of a new bot by name, and which of them is run."""

    files: Mapping[str, str]
    bot: str
    executable: tuple[str, ...] = ()


def starter(game: Game, language: str) -> Starter:
    """A bot that plays *game* legally; raise `UsageError` for an unknown language."""
    if language not in LANGUAGES:
        raise UsageError(
            "expected a language, one of {known}, got {got!r}",
            known=", ".join(LANGUAGES),
            got=language,
        )
    folder = _home() / game.name / language
    sources = sorted(path for path in folder.iterdir() if path.is_file())
    files = {path.name: path.read_text(encoding="utf-8") for path in sources}
    return Starter(files, bot=next(iter(files)))


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
    opponent = _home() / game.name / "course" / "computer.h"
    files = {
        "code/player.h": starter(game, language).files["player.h"],
        "code/computer.h": opponent.read_text(encoding="utf-8"),
        "include/playerbase.h": header(game.course),
        "data/map.txt": game.maps.write(game.setup()),
        "run.sh": _RUN.format(game=game.name),
    }
    return Starter(files, bot=".", executable=("run.sh",))


@cache
def _home() -> Path:
    """The folder of the installed examples; raise `UsageError` if there is none."""
    for folder in garlic.judge.__path__:
        home = Path(folder) / "starters"
        if home.is_dir():
            return home
    raise UsageError("this installation lacks the example bots")
