"""Positions that are set up by hand."""

from collections.abc import Sequence

from garlic.core import InvalidPositionError, PieceKind, Seat
from garlic.games.tiaojia.diagram import GLYPHS
from garlic.games.tiaojia.position import SEATS, STONES, Position

PALETTE = tuple(PieceKind(sign, GLYPHS[sign], seat) for sign, seat in SEATS.items())
_MISSING = {
    "O": "black has no stone on the board",
    "X": "white has no stone on the board",
}


def arrange(position: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    """The text of *position* with other stones and *mover* to move; the plies stay.

    Raises `InvalidPositionError` if a side has no stone: the game would be over.
    """
    for kind in PALETTE:
        if not any(kind.sign in row for row in signs):
            raise InvalidPositionError(_MISSING[kind.sign])
    rows = ["".join(sign or "." for sign in row) for row in signs]
    return f"{'/'.join(rows)} {STONES[mover]} {position.ply}"
