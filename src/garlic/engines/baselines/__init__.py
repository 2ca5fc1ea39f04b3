"""The courses' own players, written anew: what engines are measured against.

`BASELINES` names them by game. Each offers ``choose(position, limit)``; those that take chances are
made with a *seed*.
"""

from collections.abc import Callable, Mapping
from typing import Any

from garlic.engines.baselines import othello, tiaojia, xiangqi

BASELINES: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "othello": othello.PLAYERS,
    "tiaojia": tiaojia.PLAYERS,
    "xiangqi": xiangqi.PLAYERS,
}
