"""Positions to draw."""

from garlic.core import Cell, Diagram, Geometry, Mark, Seat
from garlic.games.gomoku.board import EMPTY, LETTERS, USUAL, Point
from garlic.games.gomoku.position import SEATS, Position

GLYPHS = {"x": "●", "o": "○"}


def diagram(position: Position) -> Diagram:
    """The position to draw: the winning row is marked, or the points forbidden to black."""
    size = position.board.size
    rows = tuple(
        tuple(
            Cell(
                name=str(Point(column, row)),
                piece="" if stone == EMPTY else stone,
                glyph=GLYPHS.get(stone, ""),
                seat=SEATS.get(stone),
            )
            for column, stone in enumerate(line)
        )
        for row, line in reversed(list(enumerate(position.board.rows())))
    )
    marks = dict.fromkeys(position.winning_row(), Mark.WINNING)
    if not marks and position.mover is Seat.A:
        marks = dict.fromkeys(position.forbidden(), Mark.FORBIDDEN)
    return Diagram(
        geometry=Geometry.CROSSINGS,
        rows=rows,
        column_labels=tuple(LETTERS[:size]),
        row_labels=tuple(str(row) for row in range(size, 0, -1)),
        marks={(size - 1 - point.row, point.column): mark for point, mark in marks.items()},
        dots=_star_points(size),
        facts=(
            ("rule set", position.rule),
            ("stones", f"{position.stones(Seat.A)} : {position.stones(Seat.B)}"),
        ),
    )


def _star_points(size: int) -> frozenset[tuple[int, int]]:
    """The centre, and on a board of 15x15 also D4, D12, L4 and L12, as (row, column)."""
    centre = {(size // 2, size // 2)} if size % 2 else set()
    corners = {(row, column) for row in (3, 11) for column in (3, 11)} if size == USUAL else set()
    return frozenset(centre | corners)
