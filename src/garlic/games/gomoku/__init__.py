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

from typing import TYPE_CHECKING

from garlic.core import Game, Limits, Sample, Scale, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import every_fault_loses
from garlic.games.gomoku.board import USUAL, Point
from garlic.games.gomoku.diagram import diagram
from garlic.games.gomoku.forbidden import PointVerdict
from garlic.games.gomoku.guide import GUIDE
from garlic.games.gomoku.notation import moves, piskvork, rif, sgf
from garlic.games.gomoku.position import (
    FREESTYLE,
    PASS,
    RENJU,
    RULES,
    STANDARD,
    Move,
    Position,
    set_up,
)
from garlic.games.gomoku.setup import PALETTE, arrange

__all__ = ["GAME", "PASS", "Move", "Point", "PointVerdict", "Position", "diagram", "set_up"]

if TYPE_CHECKING:  # what the rules of the game offer: mypy checks it here
    from garlic.core import Forbids, HasPly, NaturalMoves, TurnPosition

    _kind: type[TurnPosition[Move]] = Position
    _forbids: type[Forbids[Point]] = Position
    _has_ply: type[HasPly] = Position
    _natural_moves: type[NaturalMoves[Move]] = Position


_SIZES = ("15x15", "19x19", "13x13", "9x9")


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
    board_rows=lambda position: position.board.rows()[::-1],
    may_resign=True,
    notations={
        "sgf": sgf.NOTATION,
        "piskvork": piskvork.NOTATION,
        "moves": moves.NOTATION,
        "rif": rif.NOTATION,
    },
    scale=Scale(swing=1.0, losses=(0.4, 0.8, 1.5), random_drop=0.15),
    about="Five in a row, with or without forbidden points.",
    guide=GUIDE,
    rule_titles={
        RENJU: "Renju (black has forbidden points)",
        FREESTYLE: "Freestyle (five or more)",
        STANDARD: "Standard (exactly five)",
    },
    sizes={FREESTYLE: _SIZES, STANDARD: _SIZES},
    sample=Sample("h8 i9 h10 h9 j9 i8 i10 g8 j10 k10 i7"),
)
