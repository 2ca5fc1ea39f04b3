"""A position as plain data to draw: in the terminal, on the page, as a picture.

There are no rules here, and drawing needs none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from garlic.core.seat import Seat


class Geometry(Enum):
    """What kind of board it is."""

    CELLS = "cells"  # pieces stand in squares
    CROSSINGS = "crossings"  # pieces stand where lines meet
    MAZE = "maze"  # squares, some of them walls


class Mark(Enum):
    """Why a cell is highlighted."""

    LEGAL = "legal"
    FORBIDDEN = "forbidden"
    LAST = "last"
    CHECK = "check"  # a king that is attacked
    WINNING = "winning"  # a piece that decided the game


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell (or crossing) of the board."""

    name: str  # as in moves: "d3"
    piece: str = ""  # the game's letter for the piece here, "" for none
    glyph: str = ""  # the piece as shown, at most two columns wide: "帥"
    seat: Seat | None = None  # whose piece it is
    worth: int | None = None  # points of the cell itself, in Othello
    wall: bool = False


@dataclass(frozen=True, slots=True)
class Actor:
    """A piece that can be followed from position to position, to animate its moves."""

    name: str  # "red": unique, and the same in every position of a game
    row: int
    column: int
    piece: str  # as in `Cell`
    glyph: str
    seat: Seat | None = None
    count: int = 0  # a number to show with it: the rounds that it stays strong


@dataclass(frozen=True, slots=True)
class EdgeLabels:
    """The names of columns and rows in one notation (`Game.move_styles`), where they differ."""

    top: Sequence[str]  # from the left
    bottom: Sequence[str]
    rows: Sequence[str] = ()  # from the top; none if the notation counts steps


@dataclass(frozen=True, slots=True)
class Diagram:
    """The board, rows from the top, and what to show around it."""

    geometry: Geometry
    rows: tuple[tuple[Cell, ...], ...]
    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    marks: Mapping[tuple[int, int], Mark] = field(default_factory=dict)  # by (row, column)
    facts: tuple[tuple[str, str], ...] = ()  # shown beside the board: ("score", "12 : 9")
    dots: frozenset[tuple[int, int]] = frozenset()  # crossings with a star point
    banners: Mapping[int, str] = field(default_factory=dict)  # text below a row: the river
    # Lines besides those of the grid, from (row, column) to (row, column): a palace.
    lines: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    edges: Mapping[str, EdgeLabels] = field(default_factory=dict)  # for notations with other names
    # Pieces to follow. They are in `rows` too; `beneath` has the cells they stand on without them.
    actors: tuple[Actor, ...] = ()
    beneath: Mapping[tuple[int, int], Cell] = field(default_factory=dict)
