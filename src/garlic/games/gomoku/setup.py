"""Positions that are set up by hand."""

from collections.abc import Sequence

from garlic.core import PieceKind, Seat
from garlic.games.gomoku.board import EMPTY
from garlic.games.gomoku.diagram import GLYPHS
from garlic.games.gomoku.position import SEATS, Position

PALETTE = tuple(PieceKind(sign, GLYPHS[sign], seat) for sign, seat in SEATS.items())


def arrange(position: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    """The text of *position* with other stones, *mover* to move and no passes."""
    rows = ["".join(sign or EMPTY for sign in row) for row in signs]
    return f"{position.rule} {'/'.join(rows)} {'b' if mover is Seat.A else 'w'} 0"
