"""Engines of games with simultaneous moves (Stars): each plans for one seat."""

from collections.abc import Callable, Mapping

from garlic import _core
from garlic.core import Game, Position, Seat, Text, UsageError
from garlic.engines.interfaces import Planner
from garlic.engines.reserve import Reserve
from garlic.engines.result import Limit
from garlic.games.stars import Move

# Rollouts per move at each level; the last level is limited by time only.
ROLLOUTS = (20, 40, 80, 160, 320, 640, 1_300, 3_000, 8_000, None)

FULL_STRENGTH_ROLLOUTS = 16_000
"""What the last level, which only time limits, is measured with."""


class StarsPlanner:
    """Our player of Stars, for the garlic of *seat*; full strength by default.

    *level* is 1 to 10 (10: full strength). It plays to win; with *points_only* it maximises the
    expected lead instead. It learns its opponent's habits from move to move, so use one planner
    per game. Raises `UsageError` for a level that does not exist.
    """

    def __init__(
        self, seat: Seat, *, level: int | None = None, seed: int = 0, points_only: bool = False
    ) -> None:
        number = len(ROLLOUTS) if level is None else level
        if not 1 <= number <= len(ROLLOUTS):
            raise UsageError(
                "expected {what} from {low} to {high}, got {got!r}",
                what=Text("a level"),
                low=1,
                high=len(ROLLOUTS),
                got=number,
            )
        self._rollouts = ROLLOUTS[number - 1]
        self._native = _core.StarsPlanner(seat.index, seed, points_only)
        self._reserve = Reserve()

    def warm_up(self, position: Position) -> None:
        """Precompute the maze. Does not change any later result."""
        self._native.prepare(str(position))

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The move to make within *limit*; None if the garlic has none.

        Only the time and the nodes of *limit* count; a node is one rollout.
        """
        moves = self.think(position, limit).moves
        return Move.parse(moves[0].move) if moves else None

    def think(self, position: Position, limit: Limit) -> _core.Plans:
        """The plan: `.moves`, best first, each with `.points`; `.rollouts`, `.seconds`."""
        given = [n for n in (limit.nodes, self._rollouts) if n is not None]
        seconds = None if limit.time is None else self._reserve.usable(limit.time)
        rollouts = min(given, default=None)
        if seconds is None and rollouts is None:
            raise UsageError("expected a limit of time or nodes for a planner, got none")
        with self._reserve.watching(seconds):
            return self._native.think(str(position), seconds=seconds, rollouts=rollouts)

    def beliefs(self) -> dict[str, float]:
        """The estimated probability of each habit of the opponent."""
        return dict(self._native.beliefs())


PLANNERS: Mapping[str, Callable[..., Planner]] = {"stars": StarsPlanner}


def planner(
    game: Game, seat: Seat, *, level: int | None = None, points_only: bool = False
) -> Planner:
    """The planner of *game* for *seat*; raise `UsageError` if there is none."""
    if game.name not in PLANNERS:
        raise UsageError("{game} has no engine", game=game.name)
    return PLANNERS[game.name](seat, level=level, points_only=points_only)
