"""Opening books: one text file per game, with positions and the good moves in each.

A line is ``POSITION: m1 m2 ...``, best move first, the position in the form of `key`; ``#`` begins
a comment. Books come from our own analysis (`garlic.engines.training`).
"""

from functools import cache
from importlib import resources

from garlic.core import Position

Book = dict[str, list[str]]


@cache
def book_of(game: str) -> Book:
    """The book of *game*, empty if there is none."""
    file = resources.files("garlic.engines") / "books" / f"{game}.txt"
    if not file.is_file():
        return {}
    book: Book = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            position, _, moves = line.partition(": ")
            book[position] = moves.split()
    return book


def key(position: Position | str) -> str:
    """The key of a position in a book: its text without counters."""
    return " ".join(str(position).split()[:2])
