"""Gomoku's course player: `lab` searches six plies, fewer candidates the nearer the root."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from garlic.core import Position
from garlic.engines.engine import Engine
from garlic.engines.interfaces import BuiltInPlayer
from garlic.engines.result import Limit
from garlic.games.gomoku import GAME, Move

LAB_DEPTH = 6


class GomokuLab:
    """Alpha-beta of six plies over the 10, 10, 50, 50 most promising points, then all.

    The value of a line is the sum of the point scores of its stones (see
    cpp/games/gomoku/lab.h). It deepens one ply at a time and at its time limit plays the best
    move of the last finished depth. Its test for renju's forbidden points looks one step ahead
    only, so it may play a forbidden move and lose by it.
    """

    def __init__(self, depth: int = LAB_DEPTH) -> None:
        self._engine = Engine(GAME, player="gomoku/lab", hash_mb=1)
        self._depth = depth

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The move with the best value; the same every time if the depth is finished."""
        return self._engine.search(
            position, replace(limit, depth=self._depth), exact=True, with_table=False
        ).best


PLAYERS: Mapping[str, Callable[..., BuiltInPlayer]] = {"lab": GomokuLab}
