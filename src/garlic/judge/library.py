"""What a confined Python may import: our library for bots, and the package of its game."""

import os
import site
from dataclasses import replace
from pathlib import Path

import garlic
from garlic.core import Game
from garlic.games import GAMES
from garlic.games.registry import GAMES_VARIABLE
from garlic.sandbox import Confinement

# Of ours: the library and the rules. Not the engines, not the judge, not the labs with their
# answers.
_BOT_LIBRARY = ("__init__.py", "__pycache__", "bot", "core", "games")


def with_bot_library(confinement: Confinement, game: Game | None) -> Confinement:
    """*confinement* of a Python that can import the library for bots, and the rules of *game*."""
    home = Path(garlic.__file__).parent
    parts = tuple(home / part for part in _BOT_LIBRARY)
    wider = _with_package(replace(confinement, listable=(home,)), home, parts)
    return wider if game is None else with_game(wider, game)


def with_game(confinement: Confinement, game: Game) -> Confinement:
    """*confinement* of a Python that can import the rules of *game*, and is told where they are.

    It is told of our own games, too.
    """
    provider = GAMES.provider(game.name)
    ours = [plugins[0].entry for plugins in GAMES.entries.values() if plugins[0].is_ours]
    told = " ".join(dict.fromkeys([*ours, provider.entry]))
    environment = {**confinement.environment, GAMES_VARIABLE: told}
    wider = replace(confinement, environment=environment)
    if provider.is_ours:
        return wider
    for place in map(Path, provider.places()):
        wider = _with_package(wider, place, (place,))
    return wider


def _with_package(confinement: Confinement, home: Path, readable: tuple[Path, ...]) -> Confinement:
    """*confinement* of a Python that finds the package in *home* and can read parts of it."""
    environment = dict(confinement.environment)
    if str(home.parent) not in site.getsitepackages():
        known = environment.get("PYTHONPATH", "").split(os.pathsep)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (*known, str(home.parent))))
    return replace(
        confinement,
        readable=(*confinement.readable, *readable),
        listable=(*confinement.listable, home.parent),
        environment=environment,
    )
