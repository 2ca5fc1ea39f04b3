"""Our players, and the only package that imports the native core `garlic._core`.

Start with `engine` (search of the games with alternating turns) and `planners` (Stars);
`players` makes a player by name, `built_in` lists the bots that come with the package.
`baselines` are the courses' opponents, `servers` our engines behind other programs' protocols,
`training` the scripts that fit `weights` and write `books`. The rules are in `garlic.games`, the
search itself in C++. Other packages reach the native core through this one.

::

    engine = Engine(GAMES["tiaojia"])
    result = engine.search(position, Limit(time=1.0), lines=3)
    print(result.best, result.score)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from garlic.engines.engine import Engine
    from garlic.engines.interfaces import BuiltInPlayer
    from garlic.engines.levels import LEVELS, Level
    from garlic.engines.players import player, player_names
    from garlic.engines.result import Limit, Line, Score, SearchResult

__all__ = [
    "LEVELS",
    "BuiltInPlayer",
    "Engine",
    "Level",
    "Limit",
    "Line",
    "Score",
    "SearchResult",
    "player",
    "player_names",
]

_MODULES = {
    "Engine": "engine",
    "BuiltInPlayer": "interfaces",
    "LEVELS": "levels",
    "Level": "levels",
    "player": "players",
    "player_names": "players",
    "Limit": "result",
    "Line": "result",
    "Score": "result",
    "SearchResult": "result",
}


# Every built-in bot is a process that imports this package, and most need little of it.
def __getattr__(name: str) -> object:
    """Import a public name with its module when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
