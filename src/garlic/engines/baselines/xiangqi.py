"""Xiangqi's course player: `lab` searches four plies, or two to five by ``?depth=``."""

from collections.abc import Callable, Mapping

from garlic.core import UsageError
from garlic.engines.baselines.fixed_depth import FixedDepth
from garlic.engines.interfaces import BuiltInPlayer
from garlic.games.xiangqi import GAME

LAB_DEPTH, LEAST_DEPTH, MOST_DEPTH = 4, 2, 5


class XiangqiLab(FixedDepth):
    """Plain alpha-beta with the course's evaluation (cpp/games/xiangqi/lab.cpp).

    It ignores the limit. Raises `UsageError` for a depth the lab does not have.
    """

    def __init__(self, depth: int = LAB_DEPTH) -> None:
        if not LEAST_DEPTH <= depth <= MOST_DEPTH:
            raise UsageError(
                "expected a depth from {low} to {high}, got {got}",
                low=LEAST_DEPTH,
                high=MOST_DEPTH,
                got=depth,
            )
        super().__init__(GAME, "xiangqi/lab", depth, hash_mb=16)


PLAYERS: Mapping[str, Callable[..., BuiltInPlayer]] = {"lab": XiangqiLab}
