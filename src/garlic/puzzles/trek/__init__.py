"""Trek: cross a map on foot, one ration per step, with supplies on the way.

A map is written ``M N T`` and then M rows of N numbers: 0 free, 1 mountain, 2 supply, 3 start,
4 goal. The traveller starts with T rations; a step up, down, left or right uses one; arriving
at a supply, even with none left, makes them T again; arriving anywhere else but at the goal
with none left is death. A cell may have to be visited twice, so the state of the search is the
cell and the rations.

`map_files` reads maps, `generator` makes new ones, `checking` judges answers, `drawing` draws a
search.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from garlic import _paths
from garlic.core import UsageError
from garlic.puzzles.trek.map_files import read_map

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}

Pulse = Callable[[int], object]
"""Called with the number of states expanded so far; may raise to stop the search."""


class Ground(IntEnum):
    """What a cell is."""

    FREE = 0
    MOUNTAIN = 1
    SUPPLY = 2
    START = 3
    GOAL = 4


class Heuristic(StrEnum):
    """A*'s estimate of the rest of the way."""

    ZERO = "zero"
    MANHATTAN = "manhattan"
    SUPPLIES = "supplies"


_NATIVE = {
    Heuristic.ZERO: _paths.Heuristic.ZERO,
    Heuristic.MANHATTAN: _paths.Heuristic.MANHATTAN,
    Heuristic.SUPPLIES: _paths.Heuristic.SUPPLIES,
}

WHY_SOUND = {
    Heuristic.ZERO: (
        "expects nothing: no way is shorter than 0 days (admissible), and 0 never falls by more "
        "than the day a step costs (consistent); this is uniform-cost search"
    ),
    Heuristic.MANHATTAN: (
        "rows plus columns to the goal: a step changes one of them by 1, so no way is shorter "
        "(admissible), and the estimate never falls by more than the day a step costs (consistent)"
    ),
    Heuristic.SUPPLIES: (
        "the distance over the graph of supplies, the first leg within the rations in hand: it is "
        "the true rest of the way, so never too high (admissible), and a step of one day shortens "
        "it by at most one (consistent); the work moves into preparing it, one sweep from the goal"
    ),
}
"""Why each heuristic is admissible and consistent, in a sentence."""


@dataclass(frozen=True, eq=False)
class Journey:
    """The result of a search, and its statistics.

    *route* has the row and column of every cell from start to goal, and no rows if there is no
    way. *expanded* has row, column and rations of every expanded state, in order of expansion.
    """

    heuristic: Heuristic
    route: NDArray[np.int32]
    expanded: NDArray[np.int32]
    generated: int  # states that entered the queue
    prepared: int  # labels computed beforehand for the heuristic
    seconds: float  # including that preparation

    @property
    def days(self) -> int:
        """The length of the route; -1 if there is no way."""
        return len(self.route) - 1

    @cached_property
    def letters(self) -> str:
        """The steps as ``U D L R``, without spaces."""
        names = {step: letter for letter, step in STEPS.items()}
        return "".join(names[int(down), int(right)] for down, right in np.diff(self.route, axis=0))

    def __str__(self) -> str:
        """The answer in the lab's format: days and letters on two lines, or ``-1`` alone."""
        return f"{self.days}\n{self.letters}" if self.days >= 0 else "-1"

    def coordinates(self) -> str:
        """The days, then a line of row and column, from 0, for every cell; or ``-1`` alone."""
        return "\n".join([str(self.days), *(f"{row} {column}" for row, column in self.route)])


class Terrain:
    """A map, and the rations at the start and at each supply."""

    def __init__(self, cells: NDArray[np.uint8], rations: int) -> None:
        """Raises `UsageError` unless there are one start, one goal and a ration."""
        self.cells = np.ascontiguousarray(cells, np.uint8)
        self.rations = rations
        ends = [int((self.cells == end).sum()) for end in (Ground.START, Ground.GOAL)]
        if rations < 1 or self.cells.ndim != 2 or self.cells.max() > Ground.GOAL or ends != [1, 1]:
            raise UsageError(
                "expected cells from 0 to 4 with one start and one goal, and at least one ration"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a map, the inverse of `str`; raise `InvalidFileError` with the line."""
        return cls(*read_map(text))

    def __str__(self) -> str:
        rows, columns = self.cells.shape
        text = np.full((rows, 2 * columns), ord(" "), np.uint8)
        text[:, ::2] = self.cells + ord("0")
        text[:, -1] = ord("\n")
        return f"{rows} {columns} {self.rations}\n{text.tobytes().decode('ascii')}"

    def place(self, ground: Ground) -> tuple[int, int]:
        """The row and column of the start or the goal."""
        return self._places[ground]

    @cached_property
    def _places(self) -> dict[Ground, tuple[int, int]]:
        found = {}
        for ground in (Ground.START, Ground.GOAL):
            row, column = np.argwhere(self.cells == ground)[0]
            found[ground] = (int(row), int(column))
        return found

    def solve(
        self, heuristic: Heuristic | str = Heuristic.SUPPLIES, pulse: Pulse | None = None
    ) -> Journey:
        """The fewest days from start to goal, by A* over (cell, rations) with this heuristic."""
        return self._search(Heuristic(heuristic), self.rations, False, pulse)

    @cached_property
    def fewest_days(self) -> int:
        """How many days it takes at least; -1 if there is no way."""
        return self.solve().days

    @cached_property
    def days_ignoring_rations(self) -> int:
        """The days of `solve_ignoring_rations`."""
        return self.solve_ignoring_rations().days

    @cached_property
    def days_closing_cells(self) -> int:
        """The days of `solve_closing_cells`."""
        return self.solve_closing_cells().days

    def solve_ignoring_rations(self) -> Journey:
        """The answer of a search that ignores rations: a mistake to recognise."""
        return self._search(Heuristic.MANHATTAN, self.cells.size + 1, False, None)

    def solve_closing_cells(self) -> Journey:
        """The answer of a search that never enters a cell twice: a mistake to recognise."""
        return self._search(Heuristic.ZERO, self.rations, True, None)

    def _search(
        self, heuristic: Heuristic, rations: int, cell_only: bool, pulse: Pulse | None
    ) -> Journey:
        began = time.perf_counter()
        # More rations than there are cells are never used up.
        usable = min(rations, self.cells.size + 1)
        _, route, cells, left, generated, prepared = _paths.trek(
            self.cells, usable, _NATIVE[heuristic], cell_only, pulse
        )
        seconds = time.perf_counter() - began
        columns = self.cells.shape[1]
        unused = np.int32(rations - usable)
        return Journey(
            heuristic=heuristic,
            route=np.stack(np.divmod(route, columns), axis=1),
            expanded=np.stack([*np.divmod(cells, columns), left + unused], axis=1),
            generated=generated,
            prepared=prepared,
            seconds=seconds,
        )

    def rations_along(self, route: NDArray[np.int32]) -> list[int]:
        """The rations left in each cell of *route*, after taking supplies there."""
        left = [self.rations] if len(route) else []
        for row, column in route[1:]:
            refills = self.cells[row, column] == Ground.SUPPLY
            left.append(self.rations if refills else left[-1] - 1)
        return left
