"""Tiaojia's course players: `first` takes the first legal move, `lab` searches four plies."""

from collections.abc import Callable, Mapping

from garlic.core import Position
from garlic.core.game import expect
from garlic.engines.baselines.fixed_depth import FixedDepth
from garlic.engines.interfaces import BuiltInPlayer
from garlic.engines.result import Limit
from garlic.games.tiaojia import GAME, Move
from garlic.games.tiaojia import Position as TiaojiaPosition

LAB_DEPTH = 4


class First:
    """The first legal move, by row, column and direction code."""

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The first legal move; None if the game is over."""
        del limit
        return next(iter(expect(TiaojiaPosition, position).legal_moves()), None)


class TiaojiaLab(FixedDepth):
    """Plain alpha-beta of four plies with the course's evaluation (cpp/games/tiaojia/lab.h).

    It ignores the limit: four plies take well under the course's two seconds.
    """

    def __init__(self, depth: int = LAB_DEPTH) -> None:
        super().__init__(GAME, "tiaojia/lab", depth, hash_mb=1)


PLAYERS: Mapping[str, Callable[..., BuiltInPlayer]] = {"first": First, "lab": TiaojiaLab}
