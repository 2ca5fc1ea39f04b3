"""Positions to draw."""

from garlic.core import Cell, Diagram, Geometry, Mark, Seat
from garlic.games.othello.position import EMPTY, PASS, SEAT_OF, Move, Position

GLYPHS = {"O": "●", "o": "○"}


def diagram(position: Position) -> Diagram:
    """The position to draw; cells where a disc can be placed are marked.

    Worths are shown only if they differ, apart from cells worth 0.
    """
    board = position.board
    weighted = len(set("".join(board.worths)) - {"0"}) > 1
    rows = tuple(
        tuple(
            Cell(
                name=str(Move(row, column)),
                piece="" if disc == EMPTY else disc,
                glyph=GLYPHS.get(disc, ""),
                seat=SEAT_OF.get(disc),
                worth=int(board.worths[row][column]) if weighted else None,
            )
            for column, disc in enumerate(line)
        )
        for row, line in enumerate(position.disc_rows())
    )
    moves = position.legal_moves()
    facts = [
        ("score", f"{position.score(Seat.A)} : {position.score(Seat.B)}"),
        ("passes", str(position.passes)),
    ]
    if moves == [PASS]:
        facts.append(("only move", "pass"))
    return Diagram(
        geometry=Geometry.CELLS,
        rows=rows,
        column_labels=tuple(cell.name[0] for cell in rows[0]),
        row_labels=tuple(str(row + 1) for row in range(board.rows)),
        marks={(move.row, move.column): Mark.LEGAL for move in moves if move != PASS},
        facts=tuple(facts),
    )
