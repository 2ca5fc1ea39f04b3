"""Opening books: one text file per game, with positions and the good moves in each.

A line is ``POSITION: m1 m2 ...``, best move first, the position in the form of `form`; ``#`` begins
a comment. Where the book has values, a move is written ``m1=+0.4``: in points, for the side to
move. Books come from our own analysis (`garlic.engines.training`).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Generic

from garlic.core import Game, Position
from garlic.core.type_variables import M_co

Book = dict[str, list[str]]

# A move that is more points worse than the best one is only shown, not played.
_MARGIN = 0.5


@dataclass(frozen=True, slots=True)
class BookMove(Generic[M_co]):
    """A move in a book, with its value for the side to move if the book has values."""

    move: M_co
    points: float | None = None

    def __str__(self) -> str:
        return str(self.move) if self.points is None else f"{self.move} {self.points:+.1f}"


@cache
def book_of(game: str) -> Book:
    """The lines of the book of *game* as they are written, empty if there is none."""
    file = resources.files("garlic.engines") / "books" / f"{game}.txt"
    if not file.is_file():
        return {}
    book: Book = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            position, _, moves = line.partition(": ")
            book[position] = moves.split()
    return book


def form(
    game: Game[Any, M_co], position: Position | str
) -> tuple[str, Callable[[M_co], M_co] | None]:
    """How *position* is written in books, and what takes a move from there back to it.

    The second is None where moves are the same. Text may be followed by moves.
    """
    if isinstance(position, str):
        position = game.parse(position)
    if game.book_form is not None:
        return game.book_form(position)
    # Without counters, which stand behind the side to move.
    return re.sub(r"( [-0-9]+)+$", "", str(position)), None


def book_moves(game: Game[Any, M_co], position: Position | str) -> list[BookMove[M_co]]:
    """The moves of the book in *position*, best first; none if it is not there, or over."""
    book = book_of(game.name)
    if not book:
        return []
    here = game.parse(position) if isinstance(position, str) else position
    if here.outcome() is not None:
        return []
    text, back = form(game, here)
    found = []
    for written in book.get(text, ()):
        name, _, points = written.partition("=")
        move = game.move.parse(name)
        found.append(BookMove(back(move) if back else move, float(points) if points else None))
    return found


def playable(moves: Sequence[BookMove[M_co]]) -> list[M_co]:
    """Those of *moves* that are about as good as the first one."""
    best = moves[0].points if moves else None
    return [
        one.move
        for one in moves
        if best is None or one.points is None or best - one.points <= _MARGIN
    ]
