"""Chinese notation: ``炮二平五``, the piece, its file, the direction and a number.

Red counts in Chinese numerals, black in digits (ASCII or full-width); both are read for
both sides, as are simplified, traditional and variant characters. Of several pieces on
a file the first is 前, the last 后, a pawn between two others 中; where more than three pawns
share a file, or two files hold several pawns, they are 一 to 五, file by file from the mover's
right, front to back. We write simplified characters.
"""

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

_RED = {"k": "帅", "a": "仕", "b": "相", "n": "马", "r": "车", "c": "炮", "p": "兵"}
_BLACK = _RED | {"k": "将", "a": "士", "b": "象", "p": "卒"}
_VARIANTS = {
    "k": "帅帥将將",
    "a": "仕士",
    "b": "相象",
    "n": "马馬傌",
    "r": "车車俥",
    "c": "炮砲包",
    "p": "兵卒",
}
_KINDS = {character: kind for kind, characters in _VARIANTS.items() for character in characters}
_DIRECTIONS = {
    "进": MoveDirection.ADVANCE,
    "進": MoveDirection.ADVANCE,
    "退": MoveDirection.RETREAT,
    "平": MoveDirection.TRAVERSE,
}
_ORDERS = {"前": Order.FRONT, "中": Order.MIDDLE, "后": Order.REAR, "後": Order.REAR}
_NUMERALS = "一二三四五六七八九"
_NUMBERS = {
    digit: number
    for digits in (_NUMERALS, "123456789", "１２３４５６７８９")
    for number, digit in enumerate(digits, 1)
}


def to_chinese(position: Position, move: Move) -> str:
    """*move*, a move of the side to move, in Chinese notation, with simplified characters."""
    relative = describe(position, move)
    red = position.mover is Seat.A
    piece = (_RED if red else _BLACK)[relative.kind]
    direction = next(
        character for character, direction in _DIRECTIONS.items() if direction is relative.direction
    )
    name = relative.name
    if isinstance(name, tuple):
        subject = _NUMERALS[name[0] - 1] + piece
    elif isinstance(name, Order):
        subject = next(word for word, order in _ORDERS.items() if order is name) + piece
    else:
        subject = piece + _digit(name, red=red)
    return subject + direction + _digit(relative.number, red=red)


def from_chinese(position: Position, text: str) -> Move:
    """The legal move that *text* means.

    Raises `InvalidMoveError` if it is not this notation, `IllegalMoveError` if no or several
    moves fit.
    """
    relative = _parse(text) if len(text) == 4 else None
    if relative is None:
        raise InvalidMoveError("expected a Chinese move like '炮二平五', got {text!r}", text=text)
    return find(position, relative, text)


def _parse(text: str) -> RelativeMove | None:
    """The move that four characters describe; None if they are not this notation."""
    first, second, direction, number = tuple(text)
    name: Name
    if first in _KINDS and second in _NUMBERS:
        kind, name = _KINDS[first], _NUMBERS[second]
    elif second in _KINDS and first in _ORDERS:
        kind, name = _KINDS[second], _ORDERS[first]
    elif second in _KINDS and first in _NUMBERS:
        kind, name = _KINDS[second], (_NUMBERS[first],)
    else:
        return None
    if direction not in _DIRECTIONS or number not in _NUMBERS:
        return None
    return RelativeMove(kind, name, _DIRECTIONS[direction], _NUMBERS[number])


def _digit(number: int, *, red: bool) -> str:
    return _NUMERALS[number - 1] if red else str(number)
