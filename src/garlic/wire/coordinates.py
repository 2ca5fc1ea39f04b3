"""How other programs write board coordinates, for both directions.

=========  =====================  =============================================================
protocol   a move                 meaning
=========  =====================  =============================================================
piskvork   ``7,7``                column, row; from 0, from the upper left corner
botzone    ``{"x": 7, "y": 7}``   the same; ``-1, -1`` for a pass, and before the first move
gtp        ``D3`` ``pass``        Othello's own letters and rows from the top, in either case
nboard     ``D3`` ``PA``          the same
=========  =====================  =============================================================

Botzone writes Xiangqi as we do, from red's lower left corner, in two words: ``h2`` and ``e2``.
"""

from garlic.core import InvalidMoveError, UsageError
from garlic.games.gomoku.board import Point
from garlic.games.gomoku.position import Move as Stone
from garlic.games.othello.position import PASS, Move, Position

SIDE = 8  # of the standard Othello board
NOWHERE = (-1, -1)
_NBOARD_PASSES = {"pa", "pass", "ps", "--"}


def check_standard_othello(protocol: str, start: Position) -> None:
    """Raise `UsageError` unless *start* uses the standard board that *protocol* assumes."""
    if start.board.worths != ("1" * SIDE,) * SIDE:
        raise UsageError(
            "{protocol}: bots play Othello on a board of 8x8 where every cell is worth 1",
            protocol=protocol,
        )


def othello_move(text: str) -> Move:
    """The move that ``D3``, ``d3``, ``PA`` or ``pass`` names; raise `InvalidMoveError`."""
    word = text.strip().lower()
    if word in _NBOARD_PASSES:
        return PASS
    move = Move.parse(word)
    if move.row >= SIDE or move.column >= SIDE:
        raise InvalidMoveError("expected a cell from a1 to h8, got {text!r}", text=text)
    return move


def gtp_move(move: Move) -> str:
    """``D3``, or ``pass``."""
    return "pass" if move == PASS else str(move).upper()


def nboard_move(move: Move) -> str:
    """``D3``, or ``PA``."""
    return "PA" if move == PASS else str(move).upper()


def othello_place(move: Move) -> tuple[int, int]:
    """Column and row of *move* from the upper left corner, `NOWHERE` for a pass."""
    return NOWHERE if move == PASS else (move.column, move.row)


def othello_move_at(x: int, y: int) -> Move:
    """The inverse of `othello_place`; raise `InvalidMoveError` for a place off the board."""
    if (x, y) == NOWHERE:
        return PASS
    _check(x, y, SIDE)
    return Move(y, x)


def stone_place(move: Stone, size: int) -> tuple[int, int]:
    """Column and row of a stone from the upper left corner, `NOWHERE` for a pass."""
    if move.point is None:
        return NOWHERE
    return move.point.column, size - 1 - move.point.row


def stone_at(x: int, y: int, size: int) -> Stone:
    """The inverse of `stone_place`, without passes; raise `InvalidMoveError`."""
    _check(x, y, size)
    return Stone(Point(x, size - 1 - y))


def _check(x: int, y: int, size: int) -> None:
    if not (0 <= x < size and 0 <= y < size):
        raise InvalidMoveError(
            "expected column and row from 0 to {last}, got {x},{y}", last=size - 1, x=x, y=y
        )
