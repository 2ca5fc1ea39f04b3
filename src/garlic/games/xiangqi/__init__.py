"""Xiangqi (中国象棋), Chinese chess: nine files, ten ranks, a river between; mate the king.

A position is written as a FEN, a move as its two points, ``"h2e2"``: files a-i from red's
left, ranks 0-9 from red's side. Red, the upper case letters, moves first.

`position` holds the rules, what is legal and how a game ends: start there. `board` has how pieces
move, `repetition` what a repeated position means. `diagram` draws positions, `setup` is for those
set up by hand, `notation` has FEN, the notations of moves and files of games.
"""

from functools import cache
from typing import TYPE_CHECKING

from garlic.core import Game, Limits, Notation, Sample, Scale, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import every_fault_loses
from garlic.games.xiangqi.board import COLUMNS, ROWS
from garlic.games.xiangqi.diagram import PIECES, diagram
from garlic.games.xiangqi.guide import GUIDE
from garlic.games.xiangqi.notation.chinese import from_chinese, to_chinese
from garlic.games.xiangqi.notation.files import move_notation, read_positions, write_position
from garlic.games.xiangqi.notation.iccs import from_iccs, to_iccs
from garlic.games.xiangqi.notation.lab import LAB
from garlic.games.xiangqi.notation.pgn import PGN
from garlic.games.xiangqi.notation.wxf import from_wxf, to_wxf
from garlic.games.xiangqi.position import Move, Position
from garlic.games.xiangqi.setup import PALETTE, arrange, board_rows

__all__ = ["GAME", "Move", "Position", "diagram"]

if TYPE_CHECKING:  # what the rules of the game offer: mypy checks it here
    from garlic.core import HasLine, TurnPosition

    _kind: type[TurnPosition[Move]] = Position
    _has_line: type[HasLine] = Position


@cache
def _start(rule: str | None = None, size: tuple[int, int] | None = None) -> Position:
    del rule
    if size not in (None, (ROWS, COLUMNS)):
        raise UsageError("xiangqi is played on a board of 10x9 only")
    return Position.start()


GAME = Game(
    name="xiangqi",
    title="Xiangqi",
    position=Position,
    move=Move,
    seats=("red", "black"),
    limits=Limits(init_seconds=5, turn_seconds=5, memory_bytes=512 * MEGABYTE),
    faults=every_fault_loses(),
    diagram=diagram,
    start=_start,
    may_resign=True,
    spoken_move=to_chinese,
    move_styles={"chinese": to_chinese, "wxf": to_wxf, "iccs": to_iccs},
    pieces=PIECES,
    palette=PALETTE,
    arrange=arrange,
    board_rows=board_rows,
    path=lambda _, move: (str(move)[:2], str(move)[2:]),
    notations={
        "fen": Notation("positions as FEN, one per line", read_positions, write_position),
        "iccs": move_notation("a FEN line, then moves like `H2-E2`", from_iccs, to_iccs),
        "wxf": move_notation("a FEN line, then moves like `C2=5`", from_wxf, to_wxf),
        "chinese": move_notation(
            "a FEN line, then moves like `炮二平五`", from_chinese, to_chinese
        ),
        "pgn": PGN,
        "lab": LAB,
    },
    scale=Scale("pawns", random_drop=0.13),
    about="Chinese chess: nine files, a river, two kings.",
    guide=GUIDE,
    sample=Sample("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 h7i7"),
    oriented=True,
)
