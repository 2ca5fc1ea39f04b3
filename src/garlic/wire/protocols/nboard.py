"""The NBoard protocol, version 2, for Othello programs: Edax, NTest, Zebra and others.

Each turn sends the whole game (``set game`` with GGF), so that lost turns and openings need no
special case; ``ping`` and ``pong`` separate it from earlier output.
"""

import re
from contextlib import suppress
from dataclasses import replace

from garlic.core import GarlicError, InvalidMoveError, Outcome, Position, Sheet
from garlic.core.game import expect
from garlic.games.othello import Move
from garlic.games.othello import Position as OthelloPosition
from garlic.games.othello.notation.ggf import write
from garlic.wire.coordinates import check_standard_othello, othello_move
from garlic.wire.dialogue import Clock, Message, Played, ProtocolFault, SeatSetup
from garlic.wire.registry import WireProtocol
from garlic.wire.settings import BotSettings

VERSION = 2
USUAL_DEPTH, MOST_DEPTH = 10, 60
_MOVE = re.compile(r"===\s*([^\s/]+)(?:[\s/].*)?", re.DOTALL)


class NBoardDialogue:
    """The dialogue with one program. There is no clock: *depth* limits the search."""

    def __init__(self, setup: SeatSetup, settings: BotSettings) -> None:
        """Raise `UsageError` for another board, or a depth out of range."""
        settings.check("depth")
        self._start = expect(OthelloPosition, setup.start)
        check_standard_othello("nboard", self._start)
        self._depth = settings.number("depth", 1, MOST_DEPTH, USUAL_DEPTH)
        self._moves: list[str | None] = []
        self._pings = 0
        self._in_step = False  # whether it has answered the last ping

    def start_message(self, played: Played = ()) -> Message:
        """Version, depth, and a first ``ping``."""
        self._moves = [move for _, move in played]
        return Message((f"nboard {VERSION}", f"set depth {self._depth}", self._ping()))

    def parse_start_reply(self, line: str) -> bool:
        """True on ``pong``; programs send their name and status before it."""
        return self._ponged(line)

    def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
        """The game so far, and ``go``."""
        del clock
        self._moves += [move for _, move in played]
        game = write(self._sheet(expect(OthelloPosition, position))).decode().strip()
        return Message((f"set game {game}", self._ping(), "go"))

    def parse_move(self, line: str) -> str | None:
        """The move behind ``===`` after the last ``pong``; other lines are skipped."""
        if self._ponged(line) or not self._in_step:
            return None
        found = _MOVE.fullmatch(line.strip())
        if found is None:
            if line.startswith("==="):
                raise ProtocolFault("expected a move like '=== D3', got {line!r}", line=line)
            return None
        try:
            return str(othello_move(found[1]))
        except InvalidMoveError as fault:
            raise ProtocolFault(fault.text) from fault

    def end_message(self, outcome: Outcome, played: Played) -> Message:
        """``quit``: not in the protocol, but every program understands it."""
        del outcome, played
        return Message(("quit",), wants_answer=False)

    def _ping(self) -> str:
        self._pings += 1
        self._in_step = False
        return f"ping {self._pings}"

    def _ponged(self, line: str) -> bool:
        if line.split() == ["pong", str(self._pings)]:
            self._in_step = True
            return True
        return False

    def _sheet(self, position: OthelloPosition) -> Sheet[OthelloPosition, Move]:
        """The game from its start; if its moves do not lead to *position*, the position alone."""
        start = self._start
        if None not in self._moves and not start.passes:
            sheet = Sheet(start, tuple(Move.parse(move) for move in self._moves if move))
            # After an illegal move cost a turn, the moves alone do not describe the game.
            with suppress(GarlicError):
                if sheet.end() == position:
                    return sheet
        return Sheet(replace(position, passes=0))


NBOARD = WireProtocol(
    "nboard",
    "an Othello program that NBoard knows, e.g. Edax",
    NBoardDialogue,
    ("othello",),
    any_start=False,
    has_clock=False,
)
