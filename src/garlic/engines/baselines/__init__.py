"""The courses' own players, reimplemented: opponents for students and for our engines.

`BASELINES` lists them by game, one module per game. Each offers ``choose(position, limit)``;
randomised players take a *seed*, players of games with simultaneous moves a *seat*. Our strong
players are in `garlic.engines.engine` and `garlic.engines.planners`.
"""

from collections.abc import Callable, Mapping

from garlic.engines.baselines import gomoku, othello, stars, tiaojia, xiangqi
from garlic.engines.interfaces import BuiltInPlayer

BASELINES: Mapping[str, Mapping[str, Callable[..., BuiltInPlayer]]] = {
    "gomoku": gomoku.PLAYERS,
    "othello": othello.PLAYERS,
    "stars": stars.PLAYERS,
    "tiaojia": tiaojia.PLAYERS,
    "xiangqi": xiangqi.PLAYERS,
}
