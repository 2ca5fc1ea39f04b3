"""Games in files: what is read from them and written to them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from garlic.core.game import Position, turn_position
from garlic.core.type_variables import M_co, P_co


@dataclass(frozen=True, slots=True)
class Sheet(Generic[P_co, M_co]):
    """A score sheet: where the game started, the moves played, and what is known about it.

    *tags* are further facts under lower-case names, which notations share where they can:
    ``first``, ``second`` (the players), ``event``, ``date``, ``result``.
    """

    start: P_co
    moves: tuple[M_co, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    def end(self) -> Position:
        """The position after the last move; raise `IllegalMoveError` where a move is illegal."""
        position: Position = self.start
        for move in self.moves:
            position = turn_position(position).play(move)
        return position


@dataclass(frozen=True, slots=True)
class Notation(Generic[P_co, M_co]):
    """One way to write games: how to read a file of them, how to write one, or both.

    `read` raises `InvalidFileError` (with line or column) on anything it does not understand,
    and `write` raises `UsageError` where the notation cannot express the game.
    """

    about: str
    read: Callable[[bytes], list[Sheet[P_co, M_co]]] | None = None
    write: Callable[[Sheet[P_co, M_co]], bytes] | None = None
