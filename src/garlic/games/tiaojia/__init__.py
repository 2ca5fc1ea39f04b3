"""Tiaojia (挑夹棋): step between two enemies, or close one in, and they change sides.

A position is written as its rows from the top (``O`` black, ``X`` white, ``.`` empty), the
side to move and the plies played: ``"..XXX....O../.../... O 0"``. A move is written as row,
column and direction code, all from 0: ``"9 7 4"`` steps from row 9, column 7 up and left.

The course's board has 12x12 cells; smaller ones can be set up, down to 2x2. `position` holds the
rules: start there. `diagram` draws positions, `setup` is for those set up by hand.
"""

from functools import cache
from typing import TYPE_CHECKING

from garlic.core import Game, Limits, Sample, Scale, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import every_fault_loses
from garlic.games.tiaojia.diagram import cell_name, diagram
from garlic.games.tiaojia.guide import GUIDE
from garlic.games.tiaojia.position import DIRECTIONS, LAST_PLY, MOVE_WORDS, Move, Position
from garlic.games.tiaojia.setup import PALETTE, arrange

__all__ = ["DIRECTIONS", "GAME", "LAST_PLY", "Move", "Position", "diagram"]

if TYPE_CHECKING:  # what the rules of the game offer: mypy checks it here
    from garlic.core import TurnPosition

    _kind: type[TurnPosition[Move]] = Position


def _path(_: Position, move: Move) -> tuple[str, str]:
    row, column = move.target
    return f"{move.row} {move.column}", f"{row} {column}"


def _from_cell_to_cell(_: Position, move: Move) -> str:
    """``b2-c3``, as `cell_name` names cells."""
    return f"{cell_name(move.row, move.column)}-{cell_name(*move.target)}"


@cache
def _start(rule: str | None = None, size: tuple[int, int] | None = None) -> Position:
    del rule
    if size not in (None, (12, 12)):
        raise UsageError("tiaojia starts on a board of 12x12 only")
    return Position.start()


GAME = Game(
    name="tiaojia",
    title="Tiaojia",
    position=Position,
    move=Move,
    seats=("black", "white"),
    limits=Limits(init_seconds=5, turn_seconds=2, game_seconds=180, memory_bytes=350 * MEGABYTE),
    faults=every_fault_loses(),
    diagram=diagram,
    start=_start,
    pieces={"O": "stone", "X": "stone"},
    palette=PALETTE,
    arrange=arrange,
    board_rows=lambda position: position.rows,
    path=_path,
    move_words=MOVE_WORDS,
    move_styles={"cells": _from_cell_to_cell},
    scale=Scale("stones", losses=(0.75, 1.5, 3.0), random_drop=0.20),
    about="Step between two enemies, or close one in, and they change sides.",
    guide=GUIDE,
    sample=Sample("5 3 5 6 8 6 3 9 6 2 4 7 9 7 4 8 2 5 4 8 1 7 7 3"),
)
