"""Neighbours and distances in a maze: rows of ``#`` (wall), ``.``, ``o`` and ``O`` (stars)."""

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache

from garlic.games.stars.actors import Place

WALL, FLOOR, STAR, SUPER_STAR = "#", ".", "o", "O"
SMALLEST, LARGEST = 1, 200

# Up, down, left, right: the order in which random choices number the steps.
DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))

_WITHOUT_STARS = str.maketrans({STAR: FLOOR, SUPER_STAR: FLOOR})


def is_open(rows: Sequence[Sequence[str]], place: Place) -> bool:
    """Is *place* on the map and not a wall?"""
    row, column = place
    return 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column] != WALL


def neighbours(rows: Sequence[Sequence[str]], place: Place) -> list[Place]:
    """The open cells one step away, in the order of `DIRECTIONS`."""
    row, column = place
    around = [(row + down, column + right) for down, right in DIRECTIONS]
    return [there for there in around if is_open(rows, there)]


class Distances:
    """The number of steps from every cell to one target, around walls."""

    def __init__(self, columns: int, steps: "array[int]") -> None:
        self._columns = columns
        self._steps = steps

    def __getitem__(self, place: Place) -> int | None:
        """The steps from *place* to the target; None if there is no way."""
        steps = self._steps[place[0] * self._columns + place[1]]
        return None if steps < 0 else steps


def distances(rows: Sequence[str], target: Place) -> Distances:
    """The lengths of the shortest walks to *target*; actors do not block them."""
    # Stars are collected during the game, walls stay: without stars the result can be cached.
    return _distances(tuple(row.translate(_WITHOUT_STARS) for row in rows), target)


def reachable(rows: Sequence[str], sources: Sequence[Place]) -> set[Place]:
    """All cells that can be reached from one of *sources*, including those."""
    return {place for place, _ in _walk(rows, sources)}


@lru_cache(maxsize=256)
def _distances(rows: tuple[str, ...], target: Place) -> Distances:
    columns = len(rows[0])
    around = _around(rows)
    steps = array("i", [-1]) * len(around)
    ring = [target[0] * columns + target[1]]
    steps[ring[0]] = count = 0
    while ring:
        count += 1
        outside = []
        for cell in ring:
            for there in around[cell]:
                if steps[there] < 0:
                    steps[there] = count
                    outside.append(there)
        ring = outside
    return Distances(columns, steps)


@lru_cache(maxsize=4)  # a game looks up the same maze thousands of times
def _around(rows: tuple[str, ...]) -> list[tuple[int, ...]]:
    """The neighbours of every cell, cells numbered row by row."""
    columns = len(rows[0])
    return [
        tuple(down * columns + right for down, right in neighbours(rows, (row, column)))
        for row in range(len(rows))
        for column in range(columns)
    ]


def _walk(rows: Sequence[str], sources: Sequence[Place]) -> Iterator[tuple[Place, int]]:
    """Every cell that can be reached, nearest first, with its steps from the nearest source."""
    seen = set(sources)
    ring = list(seen)
    steps = 0
    while ring:
        outside: list[Place] = []
        for place in ring:
            yield place, steps
            for there in neighbours(rows, place):
                if there not in seen:
                    seen.add(there)
                    outside.append(there)
        ring = outside
        steps += 1
