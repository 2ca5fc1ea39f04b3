"""How other programs write squares, moves and positions of Xiangqi. Both directions use it.

Ours are ICCS: files a-i from red's left, ranks 0-9 from red's side. UCCI counts like that, and
so do some UCI engines; others count ranks from 1 to 10, as on a chess board: ``h3e3`` for our
``h2e2``. Horse and elephant are N and B here, H and E elsewhere.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from garlic.games.xiangqi.position import Move, Position
from garlic.wire.dialogue import ProtocolFault

LETTERS = ("nb", "he")  # how horse and elephant may be called
RANKS = ("0", "1")  # where ranks may begin

_MOVE = re.compile(r"([a-i])(10|[0-9])-?([a-i])(10|[0-9])", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a program writes: the number of its first rank, its letters for horse and elephant."""

    first_rank: int = 0
    letters: str = "nb"

    def move(self, move: object) -> str:
        """*move*, ours, as the program writes it."""
        text = str(move)
        return "".join(f"{text[place]}{int(text[place + 1]) + self.first_rank}" for place in (0, 2))

    def moves(self, moves: Iterable[object]) -> str:
        """Several, with blanks between them."""
        return " ".join(self.move(move) for move in moves)

    def read_move(self, text: str) -> str:
        """What the program calls *text*, as we write it; raise `ProtocolFault` if no move."""
        found = _MOVE.fullmatch(text)
        ranks = [int(rank) - self.first_rank for rank in found.group(2, 4)] if found else []
        if found is None or not all(0 <= rank <= 9 for rank in ranks):
            example = self.move("h2e2")
            raise ProtocolFault(
                "expected a move like {example!r}, got {text!r}", example=example, text=text
            )
        return f"{found[1].lower()}{ranks[0]}{found[3].lower()}{ranks[1]}"

    def fen(self, fen: str) -> str:
        """*fen*, ours, with the program's letters."""
        board, _, rest = fen.partition(" ")
        return f"{board.translate(self._table())} {rest}"

    def _table(self) -> dict[int, int]:
        return str.maketrans("nbNB", self.letters + self.letters.upper())


def history(position: Position) -> tuple[str, list[str]]:
    """The FEN from which earlier positions can still matter, and the moves since then."""
    fen, _, moves = position.line().partition(" moves ")
    return fen, moves.split()


def after(position: Position, moves: Iterable[Move]) -> Position:
    """*position* with *moves* played; raise `IllegalMoveError` if the pieces cannot move so.

    Other programs end a game by other rules than ours. Where ours say that it is over and the
    pieces can still move, the history is forgotten, and the game goes on.
    """
    for move in moves:
        position = alive(position).play(move)
    return alive(position)


def alive(position: Position) -> Position:
    """*position*, without its history where only that has ended the game."""
    if position.outcome() is None:
        return position
    return replace(position, past=(), quiet=0)
