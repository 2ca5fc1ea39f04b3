"""How other programs write squares, moves and positions of Xiangqi, for both directions.

Ours are ICCS: files a-i from red's left, ranks 0-9 from red's side. UCCI counts like that, and
so do some UCI engines; others count ranks from 1 to 10, as on a chess board: ``h3e3`` for our
``h2e2``. Horse and elephant are N and B here, H and E elsewhere.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from garlic.games.xiangqi.position import Move, Position
from garlic.wire.dialogue import ProtocolFault

LETTERS = ("nb", "he")  # letters for horse and elephant
RANKS = ("0", "1")  # the number of the first rank

_MOVE = re.compile(r"([a-i])(10|[0-9])-?([a-i])(10|[0-9])", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a program writes: the number of its first rank, its letters for horse and elephant."""

    first_rank: int = 0
    letters: str = "nb"

    def move(self, move: object) -> str:
        """*move* in the program's spelling."""
        text = str(move)
        return "".join(f"{text[place]}{int(text[place + 1]) + self.first_rank}" for place in (0, 2))

    def moves(self, moves: Iterable[object]) -> str:
        """Several moves, separated by blanks."""
        return " ".join(self.move(move) for move in moves)

    def read_move(self, text: str) -> str:
        """The program's move *text* in our spelling; raise `ProtocolFault` if it is no move."""
        found = _MOVE.fullmatch(text)
        ranks = [int(rank) - self.first_rank for rank in found.group(2, 4)] if found else []
        if found is None or not all(0 <= rank <= 9 for rank in ranks):
            example = self.move("h2e2")
            raise ProtocolFault(
                "expected a move like {example!r}, got {text!r}", example=example, text=text
            )
        return f"{found[1].lower()}{ranks[0]}{found[3].lower()}{ranks[1]}"

    def fen(self, fen: str) -> str:
        """Our *fen* with the program's letters."""
        board, _, rest = fen.partition(" ")
        return f"{board.translate(self._table())} {rest}"

    def _table(self) -> dict[int, int]:
        return str.maketrans("nbNB", self.letters + self.letters.upper())


def history(position: Position) -> tuple[str, list[str]]:
    """A FEN and the moves since then, as far back as earlier positions can matter."""
    fen, _, moves = position.line().partition(" moves ")
    return fen, moves.split()


def after(position: Position, moves: Iterable[Move]) -> Position:
    """*position* with *moves* played; raise `IllegalMoveError` if the pieces cannot move so.

    Other programs end a game by different rules. If the game is over by ours but the pieces can
    still move, the history is dropped and the game continues.
    """
    for move in moves:
        position = alive(position).play(move)
    return alive(position)


def alive(position: Position) -> Position:
    """*position*, without its history if only that has ended the game."""
    if position.outcome() is None:
        return position
    return replace(position, past=(), quiet=0)
