"""Positions to draw."""

from string import ascii_lowercase

from garlic.core import Cell, Diagram, Geometry, Mark, Seat
from garlic.core.diagram import EdgeLabels
from garlic.games.tiaojia.position import LAST_PLY, SEATS, Position

GLYPHS = {"O": "●", "X": "○"}


def cell_name(row: int, column: int) -> str:
    """``b2``: columns are letters from the left, rows numbers from the top."""
    return f"{ascii_lowercase[column]}{row + 1}"


def _cell_labels(rows: int, columns: int) -> EdgeLabels:
    letters = ascii_lowercase[:columns]
    return EdgeLabels(letters, letters, [str(row + 1) for row in range(rows)])


def diagram(position: Position) -> Diagram:
    """The position to draw; cells that a stone can step to are marked."""
    rows = tuple(
        tuple(
            Cell(
                name=f"{row} {column}",
                piece="" if stone == "." else stone,
                glyph=GLYPHS.get(stone, ""),
                seat=SEATS.get(stone),
            )
            for column, stone in enumerate(line)
        )
        for row, line in enumerate(position.rows)
    )
    return Diagram(
        geometry=Geometry.CELLS,
        rows=rows,
        column_labels=tuple(str(column) for column in range(len(position.rows[0]))),
        edges={"cells": _cell_labels(len(position.rows), len(position.rows[0]))},
        row_labels=tuple(str(row) for row in range(len(position.rows))),
        marks={move.target: Mark.LEGAL for move in position.legal_moves()},
        facts=(
            ("stones", f"{position.stones(Seat.A)} : {position.stones(Seat.B)}"),
            ("ply", f"{position.ply} / {LAST_PLY}"),
        ),
    )
