"""Opening books: a text file a game, with positions and the moves that are playable there.

A line is ``POSITION: m1 m2 ...``, best move first, the position as `key` tells it; ``#`` begins
a remark. Books come from our own analysis (`garlic.engines.training`).
"""

from functools import cache
from importlib import resources
from typing import Any

Book = dict[str, list[str]]


@cache
def book_of(game: str) -> Book:
    """The book of *game*; an empty one where there is none."""
    file = resources.files("garlic.engines") / "books" / f"{game}.txt"
    if not file.is_file():
        return {}
    book: Book = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            position, _, moves = line.partition(": ")
            book[position] = moves.split()
    return book


def key(position: Any) -> str:
    """What a book knows a position by: its text without counters."""
    return " ".join(str(position).split()[:2])
