"""Garlics, destroyers, and the move of a garlic."""

import re
from dataclasses import dataclass, replace
from typing import Self

from garlic.core import InvalidMoveError

# A cell of the maze as (row, column), both from 0.
Place = tuple[int, int]

# Values of a status: GONE, NORMAL, or strong for that many more rounds.
GONE, NORMAL, STRONGEST = -1, 0, 20

# Cells far off the map are moves too: a bot may answer anything, and it is played as suicide.
_MOVE = re.compile(r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Move:
    """The cell a garlic wants to be on next: its own, a neighbour, or any other (suicide)."""

    row: int
    column: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"3,4"``; raise `InvalidMoveError` on anything else."""
        found = _MOVE.fullmatch(text)
        if found is None:
            raise InvalidMoveError(
                "expected a cell as row and column like '3,4', got {text!r}", text=text
            )
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.row},{self.column}"

    @property
    def place(self) -> Place:
        """The cell."""
        return self.row, self.column


@dataclass(frozen=True, slots=True)
class Garlic:
    """A player's garlic. A gone one keeps its score and its last cell."""

    place: Place
    score: int = 0
    status: int = NORMAL

    @property
    def gone(self) -> bool:
        """Is it out of the game?"""
        return self.status == GONE

    @property
    def normal(self) -> bool:
        """Is it in the game and not strong?"""
        return self.status == NORMAL

    @property
    def strong(self) -> bool:
        """Does it eat destroyers and rob normal garlics?"""
        return self.status > NORMAL

    def earned(self, points: int) -> Self:
        """The same garlic with *points* more, or fewer where they are negative."""
        return replace(self, score=self.score + points)

    def removed(self) -> Self:
        """The same garlic, out of the game."""
        return replace(self, status=GONE)


@dataclass(frozen=True, slots=True)
class Destroyer:
    """A hunter of garlics, and the birth cell to which it returns when it is eaten."""

    place: Place
    birth: Place
