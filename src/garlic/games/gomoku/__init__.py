"""Gomoku and Renju (五子棋): five in a row.

A position is written as its rule set, its rows from the top (``x`` black, ``o`` white,
``.`` empty), the side to move and the passes made in a row before it:
``"freestyle ...../..x../...../...../..... w 0"``. A move is a crossing, column letters from
the left and row numbers from the bottom (``"h8"``), or ``"pass"``.

========= ============= ============= =====================================
rule set  black wins by white wins by forbidden to black
========= ============= ============= =====================================
renju     exactly five  five or more  overline, double-four, double-three
freestyle five or more  five or more
standard  exactly five  exactly five
========= ============= ============= =====================================

Boards have 5x5 to 20x20 crossings, in renju 15x15. `position` holds the rules, `forbidden`
what renju forbids; the other modules read and write notations.
"""

from collections.abc import Sequence

from garlic.core import (
    Cell,
    Diagram,
    Game,
    Geometry,
    Limits,
    Mark,
    PieceKind,
    Seat,
    UsageError,
)
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import every_fault_loses
from garlic.games.gomoku.board import EMPTY, LETTERS, USUAL, Point
from garlic.games.gomoku.forbidden import PointVerdict
from garlic.games.gomoku.notation import moves, piskvork, rif, sgf
from garlic.games.gomoku.position import PASS, RENJU, RULES, SEATS, Move, Position, set_up

__all__ = ["GAME", "PASS", "Move", "Point", "PointVerdict", "Position", "diagram", "set_up"]

_GLYPHS = {"x": "●", "o": "○"}


def diagram(position: Position) -> Diagram:
    """The position to look at; where black is to move, the points forbidden to it are marked."""
    size = position.board.size
    rows = tuple(
        tuple(
            Cell(
                name=str(Point(column, row)),
                piece="" if stone == EMPTY else stone,
                glyph=_GLYPHS.get(stone, ""),
                seat=SEATS.get(stone),
            )
            for column, stone in enumerate(line)
        )
        for row, line in reversed(list(enumerate(position.board.rows())))
    )
    forbidden = position.forbidden() if position.mover is Seat.A else {}
    return Diagram(
        geometry=Geometry.CROSSINGS,
        rows=rows,
        column_labels=tuple(LETTERS[:size]),
        row_labels=tuple(str(row) for row in range(size, 0, -1)),
        marks={(size - 1 - point.row, point.column): Mark.FORBIDDEN for point in forbidden},
        dots=_star_points(size),
        facts=(
            ("rule set", position.rule),
            ("stones", f"{position.stones(Seat.A)} : {position.stones(Seat.B)}"),
        ),
    )


def _star_points(size: int) -> frozenset[tuple[int, int]]:
    """The centre, and on the usual board also D4, D12, L4 and L12, as (row, column)."""
    centre = {(size // 2, size // 2)} if size % 2 else set()
    corners = {(row, column) for row in (3, 11) for column in (3, 11)} if size == USUAL else set()
    return frozenset(centre | corners)


def _arrange(position: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    rows = ["".join(sign or EMPTY for sign in row) for row in signs]
    return f"{position.rule} {'/'.join(rows)} {'b' if mover is Seat.A else 'w'} 0"


def _start(rule: str | None = None, size: tuple[int, int] | None = None) -> Position:
    rows, columns = size or (USUAL, USUAL)
    if rows != columns:
        raise UsageError(
            "expected a square board, got {rows}x{columns}", rows=rows, columns=columns
        )
    return Position.start(rule or RENJU, rows)


GAME = Game(
    name="gomoku",
    title="Gomoku and Renju",
    position=Position,
    move=Move,
    seats=("black", "white"),
    limits=Limits(init_seconds=5, turn_seconds=15, memory_bytes=512 * MEGABYTE),
    faults=every_fault_loses(),
    diagram=diagram,
    start=_start,
    rules=RULES,
    pieces={"x": "stone", "o": "stone"},
    palette=tuple(PieceKind(sign, _GLYPHS[sign], seat) for sign, seat in SEATS.items()),
    arrange=_arrange,
    may_resign=True,
    notations={
        "sgf": sgf.NOTATION,
        "piskvork": piskvork.NOTATION,
        "moves": moves.NOTATION,
        "rif": rif.NOTATION,
    },
)
