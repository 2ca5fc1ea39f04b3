"""A position as something to look at: plain data for the terminal, the page and a picture.

No rules live here and none are needed to draw it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from garlic.core.seat import Seat


class Geometry(Enum):
    """What kind of board it is."""

    CELLS = "cells"  # pieces stand in squares
    CROSSINGS = "crossings"  # pieces stand where lines meet
    MAZE = "maze"  # squares, some of them walls


class Mark(Enum):
    """What is worth pointing out about a place."""

    LEGAL = "legal"
    FORBIDDEN = "forbidden"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the board."""

    name: str  # as moves call it: "d3"
    piece: str = ""  # the game's letter for what stands here, "" for nothing
    glyph: str = ""  # the same for eyes, at most two columns wide: "帥"
    seat: Seat | None = None  # whose piece it is
    worth: int | None = None  # what the place itself is worth
    wall: bool = False


@dataclass(frozen=True, slots=True)
class Actor:
    """A piece that is the same one from position to position, so that its way can be shown."""

    name: str  # "red": unlike that of every other actor, whatever becomes of it
    row: int
    column: int
    piece: str  # as in `Cell`
    glyph: str
    seat: Seat | None = None
    count: int = 0  # a number that belongs to it: for how many rounds it stays strong


@dataclass(frozen=True, slots=True)
class Diagram:
    """The board from its top row down, and what stands beside it."""

    geometry: Geometry
    rows: tuple[tuple[Cell, ...], ...]
    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    marks: Mapping[tuple[int, int], Mark] = field(default_factory=dict)  # by (row, column) here
    facts: tuple[tuple[str, str], ...] = ()  # what to write beside it: ("score", "12 : 9")
    dots: frozenset[tuple[int, int]] = frozenset()  # crossings with a star point
    banners: Mapping[int, str] = field(default_factory=dict)  # text below a row: the river
    # Lines besides those of the grid, from (row, column) to (row, column): a palace.
    lines: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    # Pieces with a way of their own. `rows` show them too; `beneath` is what they stand on.
    actors: tuple[Actor, ...] = ()
    beneath: Mapping[tuple[int, int], Cell] = field(default_factory=dict)
