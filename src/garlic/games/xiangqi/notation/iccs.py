"""ICCS notation: the two points of a move, ``h2e2`` or ``H2-E2``."""

import re

from garlic.core import InvalidMoveError
from garlic.games.xiangqi.position import Move, Position

_MOVE = re.compile(r"([a-i][0-9])-?([a-i][0-9])", re.ASCII | re.IGNORECASE)


def to_iccs(position: Position, move: Move) -> str:
    """*move* as written in files: ``H2-E2``."""
    del position
    text = str(move).upper()
    return f"{text[:2]}-{text[2:]}"


def from_iccs(position: Position, text: str) -> Move:
    """The move that *text* names, legal or not; raise `InvalidMoveError`."""
    del position
    found = _MOVE.fullmatch(text)
    if found is None:
        raise InvalidMoveError("expected an ICCS move like 'H2-E2', got {text!r}", text=text)
    return Move.parse((found[1] + found[2]).lower())
