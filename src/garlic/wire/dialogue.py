"""What every protocol offers to the judge."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from garlic.core import Game, GarlicError, Limits, Outcome, Seat


class ProtocolFault(GarlicError):  # noqa: N818  (a fault of the bot's, not an error of ours)
    """The bot said something that the protocol has no place for."""


class Resignation(ProtocolFault):
    """The bot gave the game up; a fault only in games that know of no such thing."""


class Untold(GarlicError):  # noqa: N818  (nobody's fault)
    """Something happened in the game that the protocol has no words for."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a bot is told when it sits down."""

    game: Game
    seat: Seat
    limits: Limits
    start: Any


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that a bot has for a move, and for this and all later ones where that counts."""

    move: float
    game: float | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """Lines for the bot, and whether one is wanted back.

    *until* is how the line begins that the answer ends with, where the protocol says so: all
    lines up to it are then read at one go, which disturbs a thinking bot less.
    """

    lines: tuple[str, ...]
    wants_answer: bool = True
    until: str = ""

    @property
    def content(self) -> bytes:
        """The bytes to send."""
        return "".join(f"{line}\n" for line in self.lines).encode()


Played = Sequence[tuple[Seat, str | None]]  # who moved, and the move; None for a lost turn


class Dialogue(Protocol):
    """One bot's side of one game, from greeting to parting.

    A bot that fails may be started again: then it is greeted once more, in the midst of the
    game, and whatever is kept here about the last process must be forgotten.
    """

    def greet(self, played: Played = ()) -> Message:
        """The first message to a new process; *played* is all that happened before it came.

        One that wants no answer is sent together with the first question.
        """

    def hear_greeting(self, line: str) -> Message | bool:
        """True if the bot is ready, False if *line* is to be skipped; a message to go on with.

        Raises `ProtocolFault` on anything else.
        """

    def ask(self, position: Any, played: Played, clock: Clock) -> Message:
        """The request for a move, with what was played since the last one.

        Raises `Untold`, as `greet` may, where that cannot be said.
        """

    def hear_move(self, line: str) -> Message | str | None:
        """The move in *line*, as the game writes it; None if the line is to be skipped.

        Or a message to go on with, where the protocol has more than one step to a move. Raises
        `ProtocolFault` on what cannot be a move.
        """

    def part(self, outcome: Outcome, played: Played) -> Message:
        """The last message; no answer is wanted."""


@runtime_checkable
class OneShot(Protocol):
    """How a program is asked that is started anew for every turn and ends with its answer."""

    takes_file: bool  # is it given its input as a file, too, whose name is its argument?

    def tell(self, position: Any, played: Played) -> str:
        """What it reads; *played* is what happened since the last question. Raises `Untold`."""

    def hear(self, position: Any, output: str) -> str:
        """The move in all that it printed; raise `ProtocolFault` if there is none."""


@runtime_checkable
class Seated(Protocol):
    """A program at a terminal, which believes that a person types and reads its screen."""

    @property
    def waits_for(self) -> str:
        """What has to appear next; nothing where nothing is waited for."""

    def greet(self) -> bytes:
        """Begin with a new process; what to type at once."""

    def ask(self, position: Any, played: Played) -> bytes:
        """Begin a turn; what to type at once. Raises `Untold` where it cannot be typed."""

    def see(self, piece: bytes) -> bytes | str | None:
        """More on the screen: bytes to type, the move (``""`` where it is ready), or wait.

        Raises `ProtocolFault`.
        """


def result_for(seat: Seat, outcome: Outcome) -> str:
    """``"win"``, ``"loss"`` or ``"draw"``, as *seat* sees it."""
    if outcome.winner is None:
        return "draw"
    return "win" if outcome.winner is seat else "loss"
