"""Highway: a picture of hexagonal states is a map; find its cheapest and second cheapest road.

Building a road through a state costs its industry, which follows from its colour; white is no
state. A road leads from the first state to the last and pays for every state but the first. The
*second* road is the cheapest simple one that costs more than the first: ties do not count.

`picture` reads and paints maps, `generator` makes new ones, `drawing` draws roads.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from garlic import _paths
from garlic.core import UsageError
from garlic.puzzles.highway.picture import read_colours

_WHITE = 255 * 255 * 3

Progress = Callable[[int, int], object]
"""Called with the number of steps done and the number of all."""


def _ignore(done: int, of: int) -> None:
    del done, of


@dataclass(frozen=True, slots=True)
class Road:
    """A road: what it costs, and the numbers of its states, from 1, start to end."""

    total: int
    states: tuple[int, ...]


class Country:
    """States in rows of hexagons; odd rows are shifted right by half a state.

    *colours* has the axes row, column and RGB, with values 0..255. Raises `UsageError` if its
    shape is different or if all of it is white.
    """

    def __init__(self, colours: NDArray[np.uint8]) -> None:
        if colours.ndim != 3 or colours.shape[2] != 3 or colours.dtype != np.uint8:
            raise UsageError("expected rows and columns of three colours from 0 to 255")
        self.colours = colours.copy()
        self.colours[1::2, -1] = 255  # odd rows are one state shorter
        if not (self.colours != 255).any():
            raise UsageError("expected at least one coloured state, got only white")

    @classmethod
    def from_image(cls, source: str | Path | bytes | Image.Image) -> Self:
        """Read a PNG (a path or its content) or an image; raise `InvalidFileError`."""
        return cls(read_colours(source))

    @property
    def rows(self) -> int:
        """How many rows of states there are."""
        return int(self.colours.shape[0])

    @property
    def columns(self) -> int:
        """The number of places in an even row."""
        return int(self.colours.shape[1])

    @cached_property
    def industry(self) -> NDArray[np.int32]:
        """What each place costs; 0 where there is no state."""
        squares = self.colours.astype(np.int32) ** 2
        return np.ascontiguousarray(_WHITE - squares.sum(axis=2, dtype=np.int32))

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """The row and column of every state; state number n is at index n - 1."""
        return np.argwhere(self.industry)

    @cached_property
    def _roads(self) -> _paths.Roads:
        return _paths.Roads(self.industry)

    def shortest(self) -> Road | None:
        """A cheapest road; None if there is no road."""
        return _road(self._roads.shortest())

    def second(self) -> Road | None:
        """A cheapest simple road that costs more than the first; None if there is none."""
        return _road(self._roads.second())

    def second_by_deleting_edges(self, progress: Progress = _ignore) -> Road | None:
        """The answer of a typical submission: a search without each edge of one shortest road.

        Slow, and wrong where shortest roads tie: it may find a more expensive road or none.
        """
        first = self.shortest()
        if first is None:
            return None
        best: Road | None = None
        edges = list(pairwise(first.states))
        for done, (start, end) in enumerate(edges):
            progress(done, len(edges))
            road = _road(self._roads.shortest_without(start - 1, end - 1))
            if road and road.total > first.total and (best is None or road.total < best.total):
                best = road
        return best

    def ranked(self) -> Iterator[Road]:
        """All simple roads, cheapest first, including ties. Each is searched for on demand."""
        paths = self._roads.ranked()
        while (road := _road(paths.next())) is not None:
            yield road

    def k_best(self, k: int, progress: Progress = _ignore) -> list[Road]:
        """The *k* cheapest simple roads in order, including ties; fewer if there are no more."""
        roads = []
        for road in islice(self.ranked(), k):
            roads.append(road)
            progress(len(roads), k)
        return roads


def _road(found: tuple[int, list[int]] | None) -> Road | None:
    return found and Road(found[0], tuple(state + 1 for state in found[1]))
