"""The Tiaojia course's protocol: START, PLACE, TURN, END. Unchanged course bots speak it."""

from dataclasses import dataclass

from garlic.core import Outcome, Position, Seat
from garlic.core.reading.scan import whole_number
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, SeatSetup, result_for
from garlic.wire.registry import EarlyOutput, WireProtocol
from garlic.wire.settings import BotSettings

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

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """The opponent's move, if there is one, and ``TURN``."""
        del position, clock
        return Message((*self._places(played), "TURN"))

    def parse_move(self, line: str) -> str | None:
        """Three numbers: row, column, direction."""
        numbers = [whole_number(word, 0, 10**18, padded=True) for word in line.split()]
        if len(numbers) == 3 and None not in numbers:
            return " ".join(map(str, numbers))
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


def _dialogue(setup: SeatSetup, settings: BotSettings) -> TongjiDialogue:
    settings.check()
    return TongjiDialogue(setup, lenient=settings.lenient)


TONGJI = WireProtocol(
    "tongji",
    "a program in Tiaojia's course protocol",
    _dialogue,
    ("tiaojia",),
    EarlyOutput.JUDGED,  # the course's protocol is a stream: unrequested lines are judged
    is_engine=False,
    any_start=False,
)
