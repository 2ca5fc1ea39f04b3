"""Positions that are set up by hand."""

from collections.abc import Sequence

from garlic.core import PieceKind, Seat
from garlic.games.othello.diagram import GLYPHS
from garlic.games.othello.position import EMPTY, SEAT_OF, Position

PALETTE = tuple(PieceKind(sign, GLYPHS[sign], seat) for sign, seat in SEAT_OF.items())


def arrange(position: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    """The text of *position* with other discs, *mover* to move and no passes."""
    discs = ["".join(sign or EMPTY for sign in row) for row in signs]
    worths = "/".join(position.board.worths)
    return f"{worths} {'/'.join(discs)} {'r' if mover is Seat.A else 'b'} 0"
