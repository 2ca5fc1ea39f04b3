"""The Tiaojia course's protocol: START, PLACE, TURN, END. Unchanged course bots speak it."""

from dataclasses import dataclass
from typing import Any

from garlic.core import Outcome, Seat
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, SeatSetup, result_for

_RESULTS = {"draw": 0, "win": 1, "loss": 2}


@dataclass(frozen=True, slots=True)
class TongjiDialogue:
    """The course's protocol with one bot; *lenient* skips unrequested lines."""

    setup: SeatSetup
    lenient: bool = False

    def start_message(self, played: Played = ()) -> Message:
        """``START 1`` for black, ``START 2`` for white."""
        del played  # the protocol cannot send a bot's own moves
        return Message((f"START {self.setup.seat.index + 1}",))

    def parse_start_reply(self, line: str) -> bool:
        """True on ``OK``."""
        if line.strip() == "OK":
            return True
        return self._skip(line, "expected 'OK' after 'START', got {line!r}")

    def turn_message(self, position: Any, played: Played, clock: Clock) -> Message:
        """The opponent's move, if there is one, and ``TURN``."""
        del position, clock
        return Message((*self._places(played), "TURN"))

    def parse_move(self, line: str) -> str | None:
        """Three numbers: row, column, direction."""
        words = line.split()
        if len(words) == 3 and all(word.isascii() and word.isdigit() for word in words):
            return " ".join(str(int(word[:9])) for word in words)
        self._skip(line, "expected 'x y d' after 'TURN', got {line!r}")
        return None

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """``END`` with the result from the bot's view."""
        result = _RESULTS[result_for(self.setup.seat, outcome)]
        return Message((*self._places(played), f"END {result}"), wants_answer=False)

    def _places(self, played: Played) -> tuple[str, ...]:
        other: Seat = self.setup.seat.other
        return tuple(f"PLACE {move}" for seat, move in played if seat is other and move)

    def _skip(self, line: str, complaint: str) -> bool:
        if line.startswith("DEBUG") or self.lenient:
            return False
        raise ProtocolFault(complaint, line=line)
