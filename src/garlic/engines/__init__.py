"""Our players, and the only door to the native core `garlic._core`.

What the native half offers reaches the rest of the package through here; games, judge and
arena never import it.

::

    engine = Engine(GAMES["tiaojia"])
    result = engine.search(position, Limit(time=1.0), lines=3)
    print(result.best, result.score)
"""

from garlic.engines.engine import Engine
from garlic.engines.levels import LEVELS, Level
from garlic.engines.players import BuiltInPlayer, player, player_names
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
