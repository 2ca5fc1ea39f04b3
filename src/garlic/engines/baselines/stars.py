"""Stars' course players, from one that stands still to the class champions.

`stand` stays; `random` walks away from destroyers; `easy` keeps its distance, or approaches while
it is strong; `medium` takes safe stars; `camper` waits where destroyers are born; `collector`
takes the stars that it cannot be cut off from. See cpp/games/stars/lab.cpp.
"""

from collections.abc import Callable, Mapping
from functools import partial

from garlic import _core
from garlic.core import Position, Seat
from garlic.core.game import expect
from garlic.engines.interfaces import BuiltInPlayer
from garlic.engines.result import Limit
from garlic.games.stars import Move
from garlic.games.stars import Position as StarsPosition


class StarsBaseline:
    """The course's player *name* for the garlic of *seat*."""

    def __init__(self, name: str, seat: Seat, *, seed: int = 0) -> None:
        self._seat = seat
        self._native = _core.StarsBaseline(name, seed)

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The cell to walk to, perhaps off the map (suicide); None if the garlic has no move."""
        del limit
        if not expect(StarsPosition, position).moves_for(self._seat):
            return None
        return Move.parse(self._native.choose(str(position), self._seat.index))


class RandomWalker(StarsBaseline):
    """The player ``random``; the only one with a seed."""

    def __init__(self, seat: Seat, seed: int = 0) -> None:
        super().__init__("random", seat, seed=seed)


PLAYERS: Mapping[str, Callable[..., BuiltInPlayer]] = {
    "random": RandomWalker,
    **{
        name: partial(StarsBaseline, name, seed=0)
        for name in ("stand", "easy", "medium", "camper", "collector")
    },
}
