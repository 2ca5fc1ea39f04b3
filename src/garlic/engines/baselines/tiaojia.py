"""Tiaojia's course players: `first` takes the first legal move, `lab` searches four plies."""

from collections.abc import Callable, Mapping
from typing import Any

from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.games.tiaojia import GAME, Move, Position

LAB_DEPTH = 4


class First:
    """The first legal move, by row, column and direction code."""

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The first legal move; None where the game is over."""
        del limit
        return next(iter(position.legal_moves()), None)


class Lab:
    """Plain alpha-beta of four plies with the course's evaluation (cpp/games/tiaojia_lab.h).

    It does not look at the clock: four plies take well under the course's two seconds.
    """

    def __init__(self, depth: int = LAB_DEPTH) -> None:
        self._engine = Engine(GAME, player="tiaojia/lab", hash_mb=1)
        self._limit = Limit(depth=depth)

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The move with the best minimax value, the same every time."""
        del limit
        self._engine.clear()
        move: Move | None = self._engine.search(position, self._limit, exact=True).best
        return move

    def evaluate(self, position: Position) -> float:
        """The lab's own points for the side to move."""
        return self._engine.evaluate(position)


PLAYERS: Mapping[str, Callable[[], Any]] = {"first": First, "lab": Lab}
