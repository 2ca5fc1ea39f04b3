"""What every protocol offers to the judge."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from garlic.core import Game, GarlicError, Limits, Outcome, Seat


class ProtocolFault(GarlicError):  # noqa: N818  (a fault of the bot's, not an error of ours)
    """The bot said something that the protocol has no place for."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a bot is told when it sits down."""

    game: Game
    seat: Seat
    limits: Limits
    start: Any


@dataclass(frozen=True, slots=True)
class Message:
    """Lines for the bot, and whether one is wanted back."""

    lines: tuple[str, ...]
    wants_answer: bool

    @property
    def content(self) -> bytes:
        """The bytes to send."""
        return "".join(f"{line}\n" for line in self.lines).encode()


Played = Sequence[tuple[Seat, str | None]]  # who moved, and the move; None for a lost turn


class Dialogue(Protocol):
    """One bot's side of one game, from greeting to parting."""

    def greet(self) -> Message:
        """The first message. Its answer is checked by `hear_greeting`."""

    def hear_greeting(self, line: str) -> bool:
        """True if *line* is the answer to the greeting, False if it is to be skipped.

        Raises `ProtocolFault` on anything else.
        """

    def ask(self, position: Any, played: Played) -> Message:
        """The request for a move, with what was played since the last one."""

    def hear_move(self, line: str) -> str | None:
        """The move in *line*, as the game writes it; None if the line is to be skipped.

        Raises `ProtocolFault` on what cannot be a move.
        """

    def part(self, outcome: Outcome, played: Played) -> Message:
        """The last message; no answer is wanted."""


def result_for(seat: Seat, outcome: Outcome) -> str:
    """``"win"``, ``"loss"`` or ``"draw"``, as *seat* sees it."""
    if outcome.winner is None:
        return "draw"
    return "win" if outcome.winner is seat else "loss"
