"""The Go Text Protocol, version 2, as Othello programs speak it.

Colours (``black`` moves first) and cells are Othello's own; a pass is never sent, because
programs (grhino, and those written for Quarry) pass by themselves where they must. Commands are
numbered, so that an answer to a different one is noticed; commands that programs may lack are
optional.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from garlic.core import InvalidMoveError, Outcome, Position, Seat
from garlic.core.game import expect
from garlic.games.othello import PASS, Move
from garlic.games.othello import Position as OthelloPosition
from garlic.wire.coordinates import SIDE, check_standard_othello, gtp_move, othello_move
from garlic.wire.dialogue import (
    Clock,
    Message,
    Played,
    ProtocolFault,
    Resignation,
    SeatSetup,
    UnsupportedEvent,
)
from garlic.wire.history import othello_moves
from garlic.wire.registry import WireProtocol
from garlic.wire.settings import BotSettings
from garlic.wire.timing import margin_ms, milliseconds

COLOURS = {Seat.A: "black", Seat.B: "white"}
_ANSWER = re.compile(r"([=?])([0-9]{0,9})(?:\s+(.*))?", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Command:
    number: int
    text: str
    needed: bool


class GtpDialogue:
    """The dialogue with one Othello program. It keeps the game itself and is sent the moves."""

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        """Raise `UsageError` for another board, or an opening whose moves are not found."""
        settings.check("margin")
        start = expect(OthelloPosition, setup.start)
        check_standard_othello("gtp", start)
        self.setup, self.lenient = setup, settings.lenient
        self._margin_ms = margin_ms(settings)
        self._opening = othello_moves(start)
        self._last = 0
        self._unanswered: deque[_Command] = deque()
        self._within = False  # in an answer of several lines, which ends with an empty one

    def start_message(self, played: Played = ()) -> Message:
        """An empty board, the clock, and the moves played so far."""
        self._unanswered.clear()
        self._within = False
        commands = [(f"boardsize {SIDE}", True), ("clear_board", True)]
        limits = self.setup.limits
        if limits.game_seconds is not None:
            commands.append((f"time_settings {self._seconds(limits.game_seconds)} 0 0", False))
        elif limits.turn_seconds >= 1:  # GTP has whole seconds only
            commands.append((f"time_settings 0 {self._seconds(limits.turn_seconds)} 1", False))
        opening = [(list(Seat)[ply % 2], move) for ply, move in enumerate(self._opening)]
        return self._message([*commands, *self._plays([*opening, *played])])

    def parse_start_reply(self, line: str) -> bool:
        """True when all commands are answered."""
        return self._parse_answer(line) is not None and not self._unanswered

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """``play`` for the opponent's moves, and ``genmove``."""
        del position
        self._unanswered.clear()
        seat = self.setup.seat
        commands = list(self._plays([move for move in played if move[0] is not seat]))
        if clock.game is not None:
            commands.append((f"time_left {COLOURS[seat]} {self._seconds(clock.game)} 0", False))
        return self._message([*commands, (f"genmove {COLOURS[seat]}", True)])

    def parse_move(self, line: str) -> str | None:
        """The cell in the answer to ``genmove``."""
        answer = self._parse_answer(line)
        if answer is None or self._unanswered:
            return None
        if answer.lower() == "resign":
            raise Resignation("the program resigned")
        try:
            return str(othello_move(answer))
        except InvalidMoveError as fault:
            raise ProtocolFault(fault.text) from fault

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """``quit``."""
        del outcome, played
        return Message(("quit",), wants_answer=False)

    def _seconds(self, seconds: float) -> int:
        """*seconds* less the margin as a whole number, at least 1."""
        return max(milliseconds(seconds, self._margin_ms) // 1000, 1)

    def _plays(self, played: Played) -> Iterator[tuple[str, bool]]:
        for seat, move in played:
            if move is None and seat is not self.setup.seat:
                raise UnsupportedEvent("GTP has no word for a turn that was lost")
            if move is not None and (cell := Move.parse(move)) != PASS:
                yield f"play {COLOURS[seat]} {gtp_move(cell)}", True

    def _message(self, commands: list[tuple[str, bool]]) -> Message:
        new = []
        for text, needed in commands:
            self._last += 1
            new.append(_Command(self._last, text, needed))
        self._unanswered.extend(new)
        return Message(tuple(f"{command.number} {command.text}" for command in new))

    def _parse_answer(self, line: str) -> str | None:
        """The answer in *line*; None if it does not begin one. Raises `ProtocolFault`."""
        found = _ANSWER.fullmatch(line.rstrip())
        if found is None:
            if not line.strip():
                self._within = False
            elif not (self._within or self.lenient):
                raise ProtocolFault("expected an answer like '=1 D3', got {line!r}", line=line)
            return None
        if not self._unanswered:
            return None  # unrequested; the number of the next answer will not fit either
        command = self._unanswered.popleft()
        if found[2] not in ("", str(command.number)):
            raise ProtocolFault(
                "expected the answer to '{number} {command}', got {line!r}",
                number=command.number,
                command=command.text,
                line=line,
            )
        self._within = True
        if found[1] == "?" and command.needed:
            raise ProtocolFault(
                "the program refused {command!r}: {line!r}", command=command.text, line=line
            )
        return (found[3] or "").strip()


GTP = WireProtocol(
    "gtp",
    "an Othello program that speaks GTP, e.g. grhino",
    GtpDialogue,
    ("othello",),
    any_start=False,
)
