"""Positions that are set up by hand."""

from collections.abc import Sequence

from garlic.core import PieceKind, Seat
from garlic.games.xiangqi.board import COLUMNS, EMPTY, owner
from garlic.games.xiangqi.diagram import GLYPHS
from garlic.games.xiangqi.notation.fen import print_board
from garlic.games.xiangqi.position import Position

PALETTE = tuple(PieceKind(sign, glyph, owner(sign)) for sign, glyph in GLYPHS.items())


def arrange(_: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    """The FEN of these pieces with *mover* to move; both counters start anew."""
    board = "".join(sign or EMPTY for row in signs for sign in row)
    return f"{print_board(board)} {'w' if mover is Seat.A else 'b'} - - 0 1"


def board_rows(position: Position) -> list[str]:
    """The board, rank by rank from black's side."""
    board = position.board
    return [board[at : at + COLUMNS] for at in range(0, len(board), COLUMNS)]
