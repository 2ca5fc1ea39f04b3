"""Games in files: what is read from them and written to them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from garlic.core.game import Position


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet: where the game started, the moves played, and what is known about it.

    *tags* are further facts under lower-case names, which notations share where they can:
    ``first``, ``second`` (the players), ``event``, ``date``, ``result``.
    """

    start: "Position"
    moves: tuple[Any, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    def end(self) -> "Position":
        """The position after the last move; raise `IllegalMoveError` where a move is illegal."""
        position: Any = self.start
        for move in self.moves:
            position = position.play(move)
        return position  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Notation:
    """One way to write games: how to read a file of them, how to write one, or both.

    `read` raises `InvalidFileError` (with line or column) on anything it does not understand,
    and `write` raises `UsageError` where the notation cannot express the game.
    """

    about: str
    read: Callable[[bytes], list[Sheet]] | None = None
    write: Callable[[Sheet], bytes] | None = None
