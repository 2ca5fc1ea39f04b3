"""Engines of games in which both sides move at once: they plan for one seat."""

from collections.abc import Callable, Mapping
from typing import Any

from garlic import _core
from garlic.core import Seat, Text, UsageError
from garlic.engines.result import Limit
from garlic.games.stars import Move, Position

# How many lines of play a level tries before it moves; the last thinks as long as it may.
ROLLOUTS = (20, 40, 80, 160, 320, 640, 1_300, 3_000, 8_000, None)

# What of a turn's time is thought through; the rest is for a busy machine.
_SHARE = 0.8
_LEAST_SECONDS = 0.001


class StarsPlanner:
    """Our player of Stars, for the garlic of *seat*; full strength by default.

    *level* 1 to 10 weakens it (10: not at all). It plays to win; with *points_only* it goes for
    the largest lead that can be expected, as if there were no winning. It learns its opponent's
    habits from move to move, so one planner plays one game. Raises `UsageError` for a level that
    does not exist.
    """

    def __init__(
        self, seat: Seat, *, level: int | None = None, seed: int = 0, points_only: bool = False
    ) -> None:
        wished = len(ROLLOUTS) if level is None else level
        if not 1 <= wished <= len(ROLLOUTS):
            raise UsageError(
                "expected {what} from {low} to {high}, got {got!r}",
                what=Text("a level"),
                low=1,
                high=len(ROLLOUTS),
                got=wished,
            )
        self._rollouts = ROLLOUTS[wished - 1]
        self._native = _core.StarsPlanner(seat.index, seed, points_only)

    def warm_up(self, position: Position) -> None:
        """Learn the maze beforehand; what is thought later is the same."""
        self._native.prepare(str(position))

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The move to make within *limit*; None where the garlic has none.

        Of *limit* the time and the nodes count; a node is one line of play.
        """
        moves = self.think(position, limit).moves
        return Move.parse(moves[0].move) if moves else None

    def think(self, position: Position, limit: Limit) -> Any:
        """What the moves promise: `.moves` by worth with `.points`, `.rollouts`, `.seconds`."""
        given = [n for n in (limit.nodes, self._rollouts) if n is not None]
        seconds = None if limit.time is None else max(limit.time * _SHARE, _LEAST_SECONDS)
        rollouts = min(given, default=None)
        if seconds is None and rollouts is None:
            raise UsageError("expected a limit of time or nodes for a planner, got none")
        return self._native.think(str(position), seconds=seconds, rollouts=rollouts)

    def beliefs(self) -> dict[str, float]:
        """How likely the opponent is taken to have each habit."""
        return dict(self._native.beliefs())


PLANNERS: Mapping[str, Callable[..., Any]] = {"stars": StarsPlanner}
