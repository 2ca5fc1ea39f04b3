"""Positions that are set up by hand."""

from collections.abc import Sequence

from garlic.core import InvalidPositionError, PieceKind, Seat
from garlic.games.othello.diagram import GLYPHS
from garlic.games.othello.position import EMPTY, SEAT_OF, Position

PALETTE = tuple(PieceKind(sign, GLYPHS[sign], seat) for sign, seat in SEAT_OF.items())
_MISSING = {
    "O": "red has no disc on the board",
    "o": "blue has no disc on the board",
}


def arrange(position: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    """The text of *position* with other discs, *mover* to move and no passes.

    Raises `InvalidPositionError` if a side has no disc: nobody could ever turn one.
    """
    for kind in PALETTE:
        if not any(kind.sign in row for row in signs):
            raise InvalidPositionError(_MISSING[kind.sign])
    discs = ["".join(sign or EMPTY for sign in row) for row in signs]
    worths = "/".join(position.board.worths)
    return f"{worths} {'/'.join(discs)} {'r' if mover is Seat.A else 'b'} 0"
