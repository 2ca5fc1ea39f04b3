"""Our own line protocol, for bots in any language; documented in `docs/bots/protocol.md`."""

from dataclasses import dataclass, field

from garlic.core import Outcome, Position
from garlic.core.game import moves_of
from garlic.core.limits import MEGABYTE
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, SeatSetup, result_for
from garlic.wire.registry import EarlyOutput, WireProtocol
from garlic.wire.settings import BotSettings

VERSION = 1
_REMARK = "#"  # begins a line of the bot's own


@dataclass(slots=True)
class LineDialogue:
    """The line protocol with one bot."""

    setup: SeatSetup
    wants_legal: bool = field(default=False, init=False)  # has it asked for the legal moves?

    def start_message(self, played: Played = ()) -> Message:
        """``garlic``, ``limits`` and ``start``."""
        del played  # every turn sends the whole position
        self.wants_legal = False
        game, limits = self.setup.game, self.setup.limits
        return Message(
            (
                f"garlic {VERSION} {game.name} {game.seats[self.setup.seat.index]}",
                f"limits {_milliseconds(limits.init_seconds)} {_milliseconds(limits.turn_seconds)}"
                f" {_milliseconds(limits.game_seconds or 0)} {limits.memory_bytes // MEGABYTE}",
                f"start {self.setup.start}",
            ),
            remark=_REMARK,
        )

    def parse_start_reply(self, line: str) -> bool:
        """True on ``ready``, and on ``ready legal`` of a bot that wants to know the legal moves."""
        if line.startswith(_REMARK):
            return False
        if line.split() in (["ready"], ["ready", "legal"]):
            self.wants_legal = "legal" in line
            return True
        raise ProtocolFault("expected 'ready' after 'start', got {line!r}", line=line)

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """``played`` lines, ``legal`` lines for a bot that wants them, and ``turn``."""
        del clock  # sent once, by `limits`
        legal = self._legal(position) if self.wants_legal else ()
        return Message((*self._played(played), *legal, f"turn {position}"), remark=_REMARK)

    def parse_move(self, line: str) -> str | None:
        """The line itself, without blanks around it."""
        if line.startswith(_REMARK):
            return None
        return " ".join(line.split())

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """``played`` lines and ``end``."""
        result = result_for(self.setup.seat, outcome)
        return Message(
            (*self._played(played), f"end {result} {outcome.reason}"), wants_answer=False
        )

    def _legal(self, position: Position) -> tuple[str, ...]:
        return tuple(f"legal {move}" for move in moves_of(position, self.setup.seat))

    def _played(self, played: Played) -> tuple[str, ...]:
        seats = self.setup.game.seats
        return tuple(f"played {seats[seat.index]} {move or '-'}" for seat, move in played)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _dialogue(setup: SeatSetup, settings: BotSettings) -> LineDialogue:
    settings.check()
    return LineDialogue(setup)


# The default.
LINE = WireProtocol(
    "line",
    "a program in our line protocol, with settings",
    _dialogue,
    early=EarlyOutput.FORBIDDEN,
    is_engine=False,
)
