"""The courses' own players, reimplemented: opponents for students and for our engines.

`baselines_of` lists those of a game, one module per game. Each offers ``choose(position, limit)``;
randomised players take a *seed*, players of games with simultaneous moves a *seat*. Our strong
players are in `garlic.engines.engine` and `garlic.engines.planners`.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from garlic.engines.interfaces import BuiltInPlayer

_GAMES = frozenset({"gomoku", "othello", "stars", "tiaojia", "xiangqi"})


def baselines_of(game: str) -> Mapping[str, Callable[..., BuiltInPlayer]]:
    """The players of a game by name; a game that no course had has none."""
    if game not in _GAMES:
        return {}
    # Imported here: a player is a process, and does not need the rules of all other games.
    module = import_module(f"{__name__}.{game}")
    players: Mapping[str, Callable[..., BuiltInPlayer]] = module.PLAYERS
    return players
