"""Positions to draw."""

from connect4.position import COLUMNS, DISCS, HEIGHT, Move, Position
from garlic.core import Cell, Diagram, Geometry

GLYPHS = {"r": "●", "b": "○"}
SEATS = {disc: seat for seat, disc in DISCS.items()}


def cell_name(row: int, column: int) -> str:
    """What a cell is called: ``"d1"`` is the lowest one of column d."""
    return f"{COLUMNS[column]}{HEIGHT - row}"


def diagram(position: Position) -> Diagram:
    """The position as plain data: the terminal, the page and pictures are drawn from it."""
    rows = tuple(
        tuple(
            Cell(
                name=cell_name(row, column),
                piece="" if disc == "." else disc,
                glyph=GLYPHS.get(disc, ""),
                seat=SEATS.get(disc),
            )
            for column, disc in enumerate(line)
        )
        for row, line in enumerate(position.rows)
    )
    labels = tuple(str(HEIGHT - row) for row in range(HEIGHT))
    return Diagram(Geometry.CELLS, rows, tuple(COLUMNS), labels)


def path(position: Position, move: Move) -> tuple[str, ...]:
    """The cells of a move: where a click plays it, and what is highlighted after it."""
    row = position.landing(move.column)
    return () if row is None else (cell_name(row, move.column),)
