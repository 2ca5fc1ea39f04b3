"""Moves relative to the mover: the piece, which one it is, the direction, and how far.

WXF (``C2=5``) and Chinese (``炮二平五``) are two spellings of the same four facts. Files are
counted 1 to 9 from the mover's right. A piece is named by its file or, where several of its
kind are on one file, by its order among them.
"""

from dataclasses import dataclass
from enum import Enum

from garlic.core import IllegalMoveError, Seat
from garlic.core.language.text import Text
from garlic.games.xiangqi.board import COLUMNS, pieces_of, targets
from garlic.games.xiangqi.notation.fen import kind_name
from garlic.games.xiangqi.position import Move, Position


class MoveDirection(Enum):
    """The direction of a move, seen by the mover."""

    ADVANCE = "+"
    RETREAT = "-"
    TRAVERSE = "="


class Order(Enum):
    """The place of a piece among those of its kind on one file."""

    FRONT = "+"
    MIDDLE = "."
    REAR = "-"


# The file of the piece, its order on the file, or (pawns) its number among those that share files.
Name = int | Order | tuple[int]


@dataclass(frozen=True, slots=True)
class RelativeMove:
    """The *kind* of piece (lower case), its *name*, the *direction* and a *number*.

    The number is the file of arrival; for a piece that goes straight forward or back it is
    the number of points it moves.
    """

    kind: str
    name: Name
    direction: MoveDirection
    number: int


def file_of(square: int, seat: Seat) -> int:
    """The file, 1 to 9, as *seat* counts them: from its own right."""
    column = square % COLUMNS
    return COLUMNS - column if seat is Seat.A else column + 1


def describe(position: Position, move: Move) -> RelativeMove:
    """*move*, which must be a move of the side to move, relative to the mover."""
    kind = position.board[move.source].lower()
    direction, number = _direction(position, move)
    return RelativeMove(kind, _names(position, kind, move.source)[0], direction, number)


def find(position: Position, relative: RelativeMove, text: str) -> Move:
    """The one legal move that fits *relative*; raise `IllegalMoveError`, quoting *text*, else."""
    fitting = [
        move
        for square in pieces_of(position.board, position.mover)
        if position.board[square].lower() == relative.kind
        and relative.name in _names(position, relative.kind, square)
        for target in targets(position.board, square)
        if _direction(position, move := Move(square, target))
        == (relative.direction, relative.number)
    ]
    reasons = {move: position.why_illegal(move) for move in fitting}
    legal = [move for move, reason in reasons.items() if reason is None]
    if len(legal) == 1:
        return legal[0]
    if legal:
        because = Text(
            "it could be {choices}; say which piece",
            choices=" / ".join(str(move) for move in legal),
        )
    elif len(reasons) == 1 and (only := next(iter(reasons.values()))):
        because = only
    else:
        because = Text("no {kind} of yours can do that", kind=kind_name(relative.kind))
    raise IllegalMoveError(text, position, because=because)


def _direction(position: Position, move: Move) -> tuple[MoveDirection, int]:
    """The direction of the move, and its number."""
    seat, kind = position.mover, position.board[move.source].lower()
    steps = move.source // COLUMNS - move.target // COLUMNS
    forward = steps if seat is Seat.A else -steps
    if forward == 0:
        return MoveDirection.TRAVERSE, file_of(move.target, seat)
    direction = MoveDirection.ADVANCE if forward > 0 else MoveDirection.RETREAT
    return direction, abs(forward) if kind in "kprc" else file_of(move.target, seat)


def _names(position: Position, kind: str, square: int) -> list[Name]:
    """All names of the piece on *square*, the proper one first."""
    seat, board = position.mover, position.board
    # Front to back on each file, the files from the right: the order in which pawns are numbered.
    by_file: dict[int, list[int]] = {}
    own = [place for place in pieces_of(board, seat) if board[place].lower() == kind]
    for place in own if seat is Seat.A else reversed(own):
        by_file.setdefault(file_of(place, seat), []).append(place)
    here = file_of(square, seat)
    peers = by_file[here]
    if len(peers) == 1:
        return [here]
    crowded = [
        place for file in sorted(by_file) for place in by_file[file] if len(by_file[file]) > 1
    ]
    index = peers.index(square)
    order = Order.FRONT if index == 0 else Order.REAR if index == len(peers) - 1 else Order.MIDDLE
    number: Name = (crowded.index(square) + 1,)
    # Advisors and elephants need no order: of two on a file one can only advance, one retreat.
    if kind in "ab":
        return [here, order]
    if len(crowded) > len(peers) or len(peers) > 3:
        return [number, order, here]
    return [order, number, here]
