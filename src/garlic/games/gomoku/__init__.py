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

Boards have 5x5 to 20x20 crossings, in renju 15x15.

`position` holds the rules: start there. `board` has the stones, `forbidden` the moves that renju
forbids, `openings` balanced openings for matches. `diagram` draws positions, `setup` is for those
set up by hand, `notation` reads and writes files of games.
"""

from garlic.core import Game, Limits, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import every_fault_loses
from garlic.games.gomoku.board import USUAL, Point
from garlic.games.gomoku.diagram import diagram
from garlic.games.gomoku.forbidden import PointVerdict
from garlic.games.gomoku.notation import moves, piskvork, rif, sgf
from garlic.games.gomoku.position import PASS, RENJU, RULES, Move, Position, set_up
from garlic.games.gomoku.setup import PALETTE, arrange

__all__ = ["GAME", "PASS", "Move", "Point", "PointVerdict", "Position", "diagram", "set_up"]


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
    palette=PALETTE,
    arrange=arrange,
    may_resign=True,
    notations={
        "sgf": sgf.NOTATION,
        "piskvork": piskvork.NOTATION,
        "moves": moves.NOTATION,
        "rif": rif.NOTATION,
    },
)
