"""The crossings of the board, and the stones on them.

Columns are lettered from the left, no letter left out; rows are numbered from the bottom:
``a1`` is the lower left corner. Everything here counts from 0.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Self

from garlic.core import InvalidMoveError, InvalidPositionError

SMALLEST, LARGEST, USUAL = 5, 20, 15
BLACK, WHITE, EMPTY = "x", "o", "."

LETTERS = "abcdefghijklmnopqrstuvwxyz"[:LARGEST]
REACH = 5  # how far along a line a stone can affect a five: four stones and the next place
_EDGE = "#"
_POINT = re.compile(rf"([{LETTERS}])([1-9]|1[0-9]|{LARGEST})", re.IGNORECASE | re.ASCII)


class Point(NamedTuple):
    """A crossing; ``Point(7, 7)`` is written ``h8``."""

    column: int
    row: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"h8"`` or ``"H8"``; raise `InvalidMoveError` on anything else."""
        found = _POINT.fullmatch(text)
        if found is None:
            raise InvalidMoveError("expected a crossing like 'h8', got {text!r}", text=text)
        return cls(LETTERS.index(found[1].lower()), int(found[2]) - 1)

    def __str__(self) -> str:
        return f"{LETTERS[self.column]}{self.row + 1}"


@cache
def points(size: int) -> tuple[Point, ...]:
    """Every crossing of a board in the order of `Board.cells`: a1, b1, ... then a2, b2, ..."""
    return tuple(Point(column, row) for row in range(size) for column in range(size))


@dataclass(frozen=True, slots=True)
class Board:
    """The stones. *cells* holds ``x`` (black), ``o`` (white) or ``.`` for each of `points`."""

    size: int
    cells: str

    @classmethod
    def empty(cls, size: int) -> Self:
        """A board without stones."""
        return cls(size, EMPTY * (size * size))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read rows from the top joined by ``/``; raise `InvalidPositionError`."""
        size = text.count("/") + 1
        if not SMALLEST <= size <= LARGEST:
            raise InvalidPositionError(
                "expected {low} to {high} rows, got {got}",
                column=1,
                low=SMALLEST,
                high=LARGEST,
                got=size,
            )
        rows = text.split("/")
        column = 1
        for row in rows:
            if len(row) != size:
                raise InvalidPositionError(
                    "expected a row of {size} crossings like the {size} rows, got {row!r}",
                    column=column,
                    size=size,
                    row=row,
                )
            for offset, stone in enumerate(row):
                if stone not in "xo.":
                    raise InvalidPositionError(
                        "expected 'x', 'o' or '.', got {stone!r}",
                        column=column + offset,
                        stone=stone,
                    )
            column += size + 1
        return cls(size, "".join(reversed(rows)))

    def __str__(self) -> str:
        return "/".join(reversed(self.rows()))

    def rows(self) -> list[str]:
        """The rows, from row 1 up."""
        return [self.cells[at : at + self.size] for at in range(0, len(self.cells), self.size)]

    def __contains__(self, point: Point) -> bool:
        return 0 <= point.column < self.size and 0 <= point.row < self.size

    def at(self, point: Point) -> str:
        """The stone on *point* of this board: ``x``, ``o`` or ``.``."""
        return self.cells[point.row * self.size + point.column]

    def put(self, point: Point, stone: str) -> Self:
        """The board with *stone* on *point*."""
        place = point.row * self.size + point.column
        return type(self)(self.size, self.cells[:place] + stone + self.cells[place + 1 :])

    def lines(self) -> str:
        """All rows, columns and diagonals one after the other, with ``#`` between them."""
        framed = self.framed()
        return "#".join(framed[start::step] for step in steps(self.size) for start in range(step))

    def framed(self) -> str:
        """The board as text in which each line is a slice with a step (see `steps`).

        A ``#`` follows each row, and there are enough before and after the board that a slice
        of `REACH` places around any crossing lies within the text. A slice that leaves the
        board crosses a ``#`` first.
        """
        margin = _EDGE * _margin(self.size)
        return margin + _EDGE.join(self.rows()) + margin


def steps(size: int) -> tuple[int, int, int, int]:
    """The distances in `Board.framed` between neighbours on a row, a column, a diagonal."""
    return 1, size + 1, size + 2, size


def framed_place(size: int, point: Point) -> int:
    """The index of *point* in `Board.framed`."""
    return _margin(size) + point.row * (size + 1) + point.column


def _margin(size: int) -> int:
    return REACH * (size + 2)
