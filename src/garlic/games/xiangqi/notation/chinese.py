"""Chinese notation: ``炮二平五``, the piece, its file, the way and a number.

Red counts in Chinese numerals, black in digits (ASCII or full-width); either is read for
either side, and so are simplified, traditional and variant characters. Of several pieces on
a file the first is 前, the last 后, a pawn between two others 中; where more than three pawns
share a file, or two files hold several pawns, they are 一 to 五, file by file from the mover's
right, front to back. We write simplified characters.
"""

from garlic.core import InvalidMoveError, Seat
from garlic.games.xiangqi.notation.relative import Name, Order, Saying, Way, describe, find
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
_WAYS = {"进": Way.ADVANCE, "進": Way.ADVANCE, "退": Way.RETREAT, "平": Way.TRAVERSE}
_ORDERS = {"前": Order.FRONT, "中": Order.MIDDLE, "后": Order.REAR, "後": Order.REAR}
_NUMERALS = "一二三四五六七八九"
_NUMBERS = {
    digit: number
    for digits in (_NUMERALS, "123456789", "１２３４５６７８９")
    for number, digit in enumerate(digits, 1)
}


def to_chinese(position: Position, move: Move) -> str:
    """*move*, a move of the side to move, in Chinese notation, with simplified characters."""
    saying = describe(position, move)
    red = position.mover is Seat.A
    piece = (_RED if red else _BLACK)[saying.kind]
    way = next(character for character, way in _WAYS.items() if way is saying.way)
    name = saying.name
    if isinstance(name, tuple):
        subject = _NUMERALS[name[0] - 1] + piece
    elif isinstance(name, Order):
        subject = next(word for word, order in _ORDERS.items() if order is name) + piece
    else:
        subject = piece + _digit(name, red=red)
    return subject + way + _digit(saying.number, red=red)


def from_chinese(position: Position, text: str) -> Move:
    """The legal move that *text* means.

    Raises `InvalidMoveError` if it is not this notation, `IllegalMoveError` if no or several
    moves fit.
    """
    saying = _saying(text) if len(text) == 4 else None
    if saying is None:
        raise InvalidMoveError("expected a Chinese move like '炮二平五', got {text!r}", text=text)
    return find(position, saying, text)


def _saying(text: str) -> Saying | None:
    """The move in words that four characters tell; None if they do not."""
    first, second, way, number = tuple(text)
    name: Name
    if first in _KINDS and second in _NUMBERS:
        kind, name = _KINDS[first], _NUMBERS[second]
    elif second in _KINDS and first in _ORDERS:
        kind, name = _KINDS[second], _ORDERS[first]
    elif second in _KINDS and first in _NUMBERS:
        kind, name = _KINDS[second], (_NUMBERS[first],)
    else:
        return None
    if way not in _WAYS or number not in _NUMBERS:
        return None
    return Saying(kind, name, _WAYS[way], _NUMBERS[number])


def _digit(number: int, *, red: bool) -> str:
    return _NUMERALS[number - 1] if red else str(number)
