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
