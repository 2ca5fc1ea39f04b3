"""The interfaces that protocols implement for the judge. Start with `Dialogue`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from garlic.core import Game, GarlicError, Limits, Outcome, Position, Seat, Text


class ProtocolFault(GarlicError):  # noqa: N818  (a fault of the bot's, not an error of ours)
    """The bot sent something that the protocol does not allow."""


class Resignation(ProtocolFault):
    """The bot resigned; a fault only in games without resignation."""


class UnsupportedEvent(GarlicError):  # noqa: N818  (neither bot is at fault)
    """Something happened in the game that the protocol cannot express."""


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A bot's seat in a game: the game, the seat, the limits and the start position."""

    game: Game
    seat: Seat
    limits: Limits
    start: Position


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds left: for this move, and for the rest of the game where that is limited."""

    move: float
    game: float | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """Lines for the bot, and whether an answer is expected.

    *until* is the prefix of the last line of the answer, where the protocol defines one: all
    lines up to it are then read at once, which disturbs a thinking bot less. *remark* is the
    prefix of lines that a bot may write at any time, where the protocol has such a prefix.
    """

    lines: tuple[str, ...]
    wants_answer: bool = True
    until: str = ""
    remark: str = ""

    @property
    def content(self) -> bytes:
        """The bytes to send."""
        return "".join(f"{line}\n" for line in self.lines).encode()


Played = Sequence[tuple[Seat, str | None]]  # seat and move; None for a lost turn


class Dialogue(Protocol):
    """Messages to one bot and the meaning of its replies, for one game.

    A bot that fails may be restarted in the middle of the game: `start_message` is then called
    again and must discard all state about the previous process.
    """

    def start_message(self, played: Played = ()) -> Message:
        """The first message to a new process; *played* is the game so far.

        If it expects no answer it is sent together with the first turn message.
        """

    def parse_start_reply(self, line: str) -> Message | bool:
        """True if the bot is ready, False if *line* is to be skipped, or the next message to send.

        Raises `ProtocolFault` on anything else.
        """

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """The request for a move, with the moves played since the last request.

        Raises `UnsupportedEvent`, as `start_message` may, if the protocol cannot express them.
        """

    def parse_move(self, line: str) -> Message | str | None:
        """The move in *line* in the game's notation; None if the line is to be skipped.

        Or the next message to send, where the protocol needs several steps for a move. Raises
        `ProtocolFault` if it cannot be a move.
        """

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """The last message; no answer is expected."""


@runtime_checkable
class OneShot(Protocol):
    """The protocol of a program that is started for every turn and exits after its answer."""

    takes_file: bool  # whether it also gets its input as a file named on its command line

    def request(self, position: Position, played: Played) -> str:
        """Its input; *played* is the moves since the last request. Raises `UnsupportedEvent`."""

    def parse_move(self, position: Position, output: str) -> str:
        """The move in its whole output; raise `ProtocolFault` if there is none."""


@runtime_checkable
class TerminalDialogue(Protocol):
    """The protocol of an interactive program at a terminal: input to type, output to read."""

    @property
    def waits_for(self) -> str:
        """The text that must appear next; empty if none is expected."""

    def explain(self, fault: Text | None) -> Text:
        """*fault*, of a program that showed no answer, with what was waited for."""

    def start_input(self) -> bytes:
        """Reset for a new process; returns what to type at once."""

    def turn_input(self, position: Position, played: Played) -> bytes:
        """Begin a turn; returns what to type at once. Raises `UnsupportedEvent`."""

    def read_output(self, piece: bytes) -> bytes | str | None:
        """Read more output: bytes to type, the move (``""`` for ready), or None to wait.

        Raises `ProtocolFault`.
        """


def result_for(seat: Seat, outcome: Outcome) -> str:
    """The result from the view of *seat*: ``"win"``, ``"loss"`` or ``"draw"``."""
    if outcome.winner is None:
        return "draw"
    return "win" if outcome.winner is seat else "loss"
