"""The rules of a game in half a minute: a few sentences, with drawings of the game's own boards.

A game provides them as data (`Game.guide`); the page draws them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position, and what to point at in it. Cells are named as in the game's diagram."""

    position: str  # as the game writes it; a small board, where the game has them
    # A move, or where both sides move at once that of each: a second board shows where it leads.
    moves: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()  # the cells of pieces whose legal moves are marked
    all_moves: bool = False  # mark every legal move of the side to move
    window: tuple[str, str] | None = None  # of a large board: the corners of the part to draw


@dataclass(frozen=True, slots=True)
class Lesson:
    """One rule: a sentence or two, and drawings of it."""

    text: str
    drawings: tuple[Drawing, ...] = ()
