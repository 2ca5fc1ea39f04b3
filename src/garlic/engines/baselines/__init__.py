"""The courses' own players, written anew: what engines are measured against.

`BASELINES` names them by game. Each offers ``choose(position, limit)``; those that take chances are
made with a *seed*, those of a game in which both sides move at once with their *seat*.
"""

from collections.abc import Callable, Mapping
from typing import Any

from garlic.engines.baselines import gomoku, othello, stars, tiaojia, xiangqi

BASELINES: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "gomoku": gomoku.PLAYERS,
    "othello": othello.PLAYERS,
    "stars": stars.PLAYERS,
    "tiaojia": tiaojia.PLAYERS,
    "xiangqi": xiangqi.PLAYERS,
}
