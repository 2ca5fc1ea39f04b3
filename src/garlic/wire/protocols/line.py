"""Our own line protocol, for bots in any language; documented in `docs/protocol.md`."""

from dataclasses import dataclass
from typing import Any

from garlic.core import Outcome
from garlic.core.limits import MEGABYTE
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, SeatSetup, result_for

VERSION = 1
_REMARK = "#"  # begins a line of the bot's own


@dataclass(frozen=True, slots=True)
class LineDialogue:
    """The line protocol with one bot."""

    setup: SeatSetup

    def start_message(self, played: Played = ()) -> Message:
        """``garlic``, ``limits`` and ``start``."""
        del played  # every turn sends the whole position
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
        """True on ``ready``."""
        if line.startswith(_REMARK):
            return False
        if line.strip() == "ready":
            return True
        raise ProtocolFault("expected 'ready' after 'start', got {line!r}", line=line)

    def turn_message(self, position: Any, played: Played, clock: Clock) -> Message:
        """``played`` lines and ``turn``."""
        del clock  # sent once, by `limits`
        return Message((*self._played(played), f"turn {position}"), remark=_REMARK)

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

    def _played(self, played: Played) -> tuple[str, ...]:
        seats = self.setup.game.seats
        return tuple(f"played {seats[seat.index]} {move or '-'}" for seat, move in played)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
