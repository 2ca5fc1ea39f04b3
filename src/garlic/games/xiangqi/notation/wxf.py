"""WXF notation: ``C2=5``, a letter, a file, ``+`` forward, ``-`` back or ``=`` sideways, a number.

Red is written in upper case, black in lower case; both are read. Of two pieces on a file the
front one is ``C+``, the rear one ``C-`` (``+C`` and ``-C`` are read too), a pawn between two
others ``P.``. Where more than three pawns share a file, or two files hold several pawns, they
are called ``Pa`` to ``Pe``, file by file from the mover's right, front to back.
"""

import re

from garlic.core import InvalidMoveError, Seat
from garlic.games.xiangqi.notation.relative import (
    MoveDirection,
    Name,
    Order,
    RelativeMove,
    describe,
    find,
)
from garlic.games.xiangqi.position import Move, Position

_LETTERS = {"k": "K", "a": "A", "b": "E", "n": "H", "r": "R", "c": "C", "p": "P"}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()} | {"B": "b", "N": "n"}
_MOVE = re.compile(
    r"(?:(?P<letter>[KAEBHNRCP])(?P<name>[1-9A-E.+-])|(?P<order>[.+-])(?P<after>[KAEBHNRCP]))"
    r"(?P<way>[-+=.])(?P<number>[1-9])",
    re.ASCII | re.IGNORECASE,
)


def to_wxf(position: Position, move: Move) -> str:
    """*move*, a move of the side to move, in WXF notation."""
    relative = describe(position, move)
    name = relative.name
    if isinstance(name, tuple):
        place = "abcde"[name[0] - 1]
    else:
        place = name.value if isinstance(name, Order) else str(name)
    letter = _LETTERS[relative.kind]
    letter = letter if position.mover is Seat.A else letter.lower()
    return f"{letter}{place}{relative.direction.value}{relative.number}"


def from_wxf(position: Position, text: str) -> Move:
    """The legal move that *text* means.

    Raises `InvalidMoveError` if it is no WXF, `IllegalMoveError` if no or several moves fit.
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        raise InvalidMoveError("expected a WXF move like 'C2=5', got {text!r}", text=text)
    direction = MoveDirection.TRAVERSE if found["way"] == "." else MoveDirection(found["way"])
    kind = _KINDS[(found["letter"] or found["after"]).upper()]
    name = _name(found["name"] or found["order"])
    return find(position, RelativeMove(kind, name, direction, int(found["number"])), text)


def _name(sign: str) -> Name:
    if sign.isdigit():
        return int(sign)
    if sign in ".+-":
        return Order(sign)
    return ("abcde".index(sign.lower()) + 1,)
