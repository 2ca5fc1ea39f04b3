"""Xiangqi (中国象棋): nine files, ten ranks, a river between; take the king's last refuge.

A position is written as a FEN, a move as its two points, ``"h2e2"``: files a-i from red's
left, ranks 0-9 from red's side. Red, the upper case letters, moves first.

`board` knows how pieces move, `position` what is legal and how a game ends, `repetition` what
a repeated position means; the notations each have their module.
"""

from collections.abc import Sequence
from functools import cache

from garlic.core import (
    Cell,
    Diagram,
    Game,
    Geometry,
    Limits,
    Notation,
    PieceKind,
    Seat,
    UsageError,
)
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import every_fault_loses
from garlic.games.xiangqi.board import COLUMNS, EMPTY, FILES, ROWS, owner, square_name
from garlic.games.xiangqi.notation.chinese import from_chinese, to_chinese
from garlic.games.xiangqi.notation.fen import LAST_QUIET_PLY, print_board
from garlic.games.xiangqi.notation.files import move_notation, read_positions, write_position
from garlic.games.xiangqi.notation.iccs import from_iccs, to_iccs
from garlic.games.xiangqi.notation.lab import LAB
from garlic.games.xiangqi.notation.pgn import PGN
from garlic.games.xiangqi.notation.wxf import from_wxf, to_wxf
from garlic.games.xiangqi.position import Move, Position

__all__ = ["GAME", "Move", "Position", "diagram"]

_GLYPHS = dict(zip("KABRNCPkabrncp", "帥仕相俥傌炮兵將士象車馬砲卒", strict=True))
_NAMES = {
    letter: name
    for upper, name in {
        "K": "king",
        "A": "advisor",
        "B": "elephant",
        "R": "chariot",
        "N": "horse",
        "C": "cannon",
        "P": "pawn",
    }.items()
    for letter in (upper, upper.lower())
}
_RIVER_ROW = 4  # the river flows below it
_PALACES = tuple(
    ((top, left), (top + 2, right)) for top in (0, 7) for left, right in ((3, 5), (5, 3))
)


def diagram(position: Position) -> Diagram:
    """The position to look at, red below."""
    rows = tuple(
        tuple(
            Cell(
                name=square_name(square),
                piece="" if piece == EMPTY else piece,
                glyph=_GLYPHS.get(piece, ""),
                seat=owner(piece),
            )
            for square, piece in enumerate(
                position.board[row * COLUMNS : (row + 1) * COLUMNS], row * COLUMNS
            )
        )
        for row in range(ROWS)
    )
    return Diagram(
        geometry=Geometry.CROSSINGS,
        rows=rows,
        column_labels=tuple(FILES),
        row_labels=tuple(str(ROWS - 1 - row) for row in range(ROWS)),
        facts=(
            ("plies without capture", f"{position.quiet} / {LAST_QUIET_PLY}"),
            ("check", "yes" if position.in_check() else "no"),
        ),
        banners={_RIVER_ROW: "楚河 漢界"},
        lines=_PALACES,
    )


def _arrange(_: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    board = "".join(sign or EMPTY for row in signs for sign in row)
    return f"{print_board(board)} {'w' if mover is Seat.A else 'b'} - - 0 1"


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
    pieces=_NAMES,
    palette=tuple(PieceKind(sign, glyph, owner(sign)) for sign, glyph in _GLYPHS.items()),
    arrange=_arrange,
    path=lambda _, move: (str(move)[:2], str(move)[2:]),
    notations={
        "fen": Notation("positions as FEN, one a line", read_positions, write_position),
        "iccs": move_notation("a FEN line, then moves like `H2-E2`", from_iccs, to_iccs),
        "wxf": move_notation("a FEN line, then moves like `C2=5`", from_wxf, to_wxf),
        "chinese": move_notation(
            "a FEN line, then moves like `炮二平五`", from_chinese, to_chinese
        ),
        "pgn": PGN,
        "lab": LAB,
    },
)
