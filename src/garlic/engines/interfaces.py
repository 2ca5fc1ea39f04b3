"""What our players offer: all of them choose moves, some can do more."""

from typing import Protocol, runtime_checkable

from garlic._core import Plans
from garlic.core import Move, Position
from garlic.engines.result import Limit

__all__ = ["BuiltInPlayer", "Planner", "Plans", "WarmsUp"]


class BuiltInPlayer(Protocol):
    """A player that runs in this process."""

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """A legal move in *position*, within *limit*; None if the game is over."""


@runtime_checkable
class WarmsUp(Protocol):
    """A player that can prepare itself, so that its first move is not slower than others."""

    def warm_up(self, position: Position) -> None:
        """Allocate and precompute. Does not change any later move."""


class Planner(BuiltInPlayer, WarmsUp, Protocol):
    """A player of a game in which both move at once; it plans for one seat."""

    def think(self, position: Position, limit: Limit) -> Plans:
        """The plan: its moves, best first, each with its points."""
