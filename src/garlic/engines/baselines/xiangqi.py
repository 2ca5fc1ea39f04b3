"""Xiangqi's course player: `lab` searches four plies, or two to five by ``?depth=``."""

from collections.abc import Callable, Mapping
from typing import Any

from garlic.core import UsageError
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.games.xiangqi import GAME, Move, Position

LAB_DEPTH, LEAST_DEPTH, MOST_DEPTH = 4, 2, 5


class Lab:
    """Plain alpha-beta with the course's evaluation (cpp/games/xiangqi_lab.cpp).

    It does not look at the clock. Raises `UsageError` for a depth the lab does not have.
    """

    def __init__(self, depth: int = LAB_DEPTH) -> None:
        if not LEAST_DEPTH <= depth <= MOST_DEPTH:
            raise UsageError(
                "expected a depth from {low} to {high}, got {got}",
                low=LEAST_DEPTH,
                high=MOST_DEPTH,
                got=depth,
            )
        self._engine = Engine(GAME, player="xiangqi/lab", hash_mb=16)
        self._limit = Limit(depth=depth)

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The move with the best minimax value, the same every time; None when it is over."""
        del limit
        self._engine.clear()
        move: Move | None = self._engine.search(position, self._limit, exact=True).best
        return move

    def evaluate(self, position: Position) -> float:
        """The lab's own points for the side to move."""
        return self._engine.evaluate(position)


PLAYERS: Mapping[str, Callable[[], Any]] = {"lab": Lab}
