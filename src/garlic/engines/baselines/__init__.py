"""The courses' own players, written anew: what engines are measured against.

`BASELINES` names them by game. Each offers ``choose(position, limit)``.
"""

from collections.abc import Callable, Mapping
from typing import Any

from garlic.engines.baselines import gomoku, tiaojia

BASELINES: Mapping[str, Mapping[str, Callable[[], Any]]] = {
    "gomoku": gomoku.PLAYERS,
    "tiaojia": tiaojia.PLAYERS,
}
