"""New maps from a seed: always solvable, of a given size and tightness."""

from enum import StrEnum
from itertools import product
from math import ceil

import numpy as np
from numpy.typing import NDArray

from garlic.core import Stream, UsageError
from garlic.puzzles.noise import hills, uniform
from garlic.puzzles.trek import STEPS, Ground, Terrain
from garlic.puzzles.trek.map_files import MOST_RATIONS

LARGEST_SIDE = 1000

_FURTHEST_ASIDE = 12  # steps that a supply may lie off the main way


class Style(StrEnum):
    """The look of a map."""

    OPEN = "open"  # hills with passes between them
    MAZE = "maze"  # corridors one cell wide, some of them joined


def make_terrain(
    rows: int,
    columns: int,
    seed: int,
    *,
    style: Style | str = Style.OPEN,
    tightness: float = 0.9,
    rations: int | None = None,
) -> Terrain:
    """A solvable map.

    *tightness*, above 0 and at most 1, is the share of the rations that is needed to solve the
    map: at 1, one ration fewer makes it unsolvable. If *rations* are given, supplies are placed
    so that this share is enough; otherwise supplies are scattered and the rations computed. The
    same options give the same map on every machine. Raises `UsageError` for options out of
    range.
    """
    _check_options(rows, columns, tightness, rations)
    size = (rows, columns)
    if Style(style) is Style.MAZE:
        open_ground = _maze(*size, seed)
        ways = _Ways(open_ground, seed, ((rows - 1) // 2 * 2, (columns - 1) // 2 * 2))
    else:
        open_ground = _open(*size, seed)
        ways = _Ways(open_ground, seed, (rows - 1, columns - 1))
    cells = np.where(open_ground, Ground.FREE, Ground.MOUNTAIN).astype(np.uint8)
    cells[ways.start], cells[ways.goal] = Ground.START, Ground.GOAL
    # Beside the main way, not on it, so that every supply is a detour.
    leg = max(1, int(rations * tightness)) if rations else max(3, (rows + columns) // 6)
    for place in ways.stops(leg):
        cells[place] = Ground.SUPPLY
    scattered = uniform(seed ^ 0x5CA7, rows, columns) < leg**-1.6
    cells[scattered & (cells == Ground.FREE)] = Ground.SUPPLY
    if rations is None:
        rations = ceil(min(least_rations(cells) / tightness, MOST_RATIONS))
    return Terrain(cells, rations)


def _check_options(rows: int, columns: int, tightness: float, rations: int | None) -> None:
    if not (3 <= rows <= LARGEST_SIDE and 3 <= columns <= LARGEST_SIDE):
        raise UsageError(
            "expected a size from 3x3 to {limit}x{limit}, got {rows}x{columns}",
            limit=LARGEST_SIDE,
            rows=rows,
            columns=columns,
        )
    if not 0 < tightness <= 1:
        raise UsageError("expected a tightness above 0, at most 1, got {got}", got=tightness)
    if rations is not None and int(rations * tightness) < 1:
        raise UsageError("expected more rations: {got} leave none at this tightness", got=rations)


def least_rations(cells: NDArray[np.uint8]) -> int:
    """The fewest rations with which there is a way; raise `UsageError` if there is none."""
    low, high = 0, int(cells.size)
    if Terrain(cells, high).solve().days < 0:
        raise UsageError("start and goal are not connected")
    while high - low > 1:
        half = (low + high) // 2
        if Terrain(cells, half).solve().days >= 0:
            high = half
        else:
            low = half
    return high


def _open(rows: int, columns: int, seed: int) -> NDArray[np.bool_]:
    land = hills(seed, rows, columns, widest=max(3, min(rows, columns) // 5))
    rough = land + 0.5 * uniform(seed ^ 0x50F7, rows, columns)
    return np.asarray(rough < np.quantile(rough, 0.72))


def _maze(rows: int, columns: int, seed: int) -> NDArray[np.bool_]:
    """Corridors between the even rows and columns: a random tree with some walls removed."""
    across = (columns + 1) // 2 + 2  # corridor cells per row, with a closed border around them
    down = (rows + 1) // 2
    seen = bytearray(b"\1") * (across * (down + 2))
    for row in range(1, down + 1):
        seen[row * across + 1 : (row + 1) * across - 1] = bytes(across - 2)
    stream = Stream(seed)
    place = across + 1
    seen[place] = 1
    trail, steps = [place], [(place, place)]
    while trail:
        place = trail[-1]
        beside = [place + by for by in (-across, across, -1, 1) if not seen[place + by]]
        if not beside:
            trail.pop()
            continue
        following = beside[stream.below(len(beside))]
        seen[following] = 1
        trail.append(following)
        steps.append((place, following))
    downs, rights = (part - 1 for part in np.divmod(np.array(steps), across))  # of both ends
    open_ground = np.zeros((rows, columns), bool)
    open_ground[2 * downs[:, 1], 2 * rights[:, 1]] = True
    open_ground[downs.sum(axis=1), rights.sum(axis=1)] = True  # the wall between, or the first cell
    joined = uniform(seed ^ 0x10F5, rows, columns) < 0.06
    joined[1::2, 1::2] = False
    return np.asarray(open_ground | joined)


class _Ways:
    """Start, goal and the way between them along which supplies are placed."""

    def __init__(self, open_ground: NDArray[np.bool_], seed: int, far: tuple[int, int]) -> None:
        self.open_ground = open_ground
        self.start, self.goal = (0, 0), far
        if Stream(seed ^ 0x57A7).below(2):
            self.start, self.goal = (far[0], 0), (0, far[1])
        open_ground[self.start] = open_ground[self.goal] = True
        if self._way() is None:
            self._cut()
        way = self._way()
        assert way is not None  # noqa: S101  (just cut)
        self.way = way

    def _way(self) -> list[tuple[int, int]] | None:
        cells = np.where(self.open_ground, Ground.FREE, Ground.MOUNTAIN).astype(np.uint8)
        cells[self.start], cells[self.goal] = Ground.START, Ground.GOAL
        route = Terrain(cells, int(cells.size)).solve("manhattan").route
        return [(int(row), int(column)) for row, column in route] or None

    def _cut(self) -> None:
        """Open a staircase from start to goal."""
        (row, column), (last_row, last_column) = self.start, self.goal
        while (row, column) != (last_row, last_column):
            down, right = last_row - row, last_column - column
            if abs(down) * self.open_ground.shape[1] >= abs(right) * self.open_ground.shape[0]:
                row += int(np.sign(down))
            else:
                column += int(np.sign(right))
            self.open_ground[row, column] = True

    def stops(self, leg: int) -> list[tuple[int, int]]:
        """Places for supplies so that no leg from start to goal is longer than *leg*.

        They are off the way where there is space, which forces detours.
        """
        on_way = set(self.way)
        stops: list[tuple[int, int]] = []
        since = 0  # steps from the last supply
        for step in self.way[1:-1]:
            since += 1
            reach = min(leg // 3, _FURTHEST_ASIDE)
            aside = self._aside(step, on_way, leg - since) if since >= leg - reach else None
            if aside is not None:
                stops.append(aside[0])
                since = aside[1]  # the way back
            elif since == leg:
                stops.append(step)
                since = 0
        return stops

    def _aside(
        self, step: tuple[int, int], on_way: set[tuple[int, int]], reach: int
    ) -> tuple[tuple[int, int], int] | None:
        """The cell off the way that is furthest from *step*, at most *reach*, and how far."""
        rows, columns = self.open_ground.shape
        seen, edge = {step}, [step]
        for distance in range(1, reach + 1):
            outer = []
            for (row, column), (down, right) in product(edge, STEPS.values()):
                place = (row + down, column + right)
                inside = 0 <= place[0] < rows and 0 <= place[1] < columns
                if not inside or place in seen or place in on_way or not self.open_ground[place]:
                    continue
                seen.add(place)
                outer.append(place)
            if not outer:
                return (edge[0], distance - 1) if distance > 1 else None
            edge = outer
        return (edge[0], reach) if reach else None
