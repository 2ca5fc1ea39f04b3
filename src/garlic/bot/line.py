"""The bot's side of `docs/bots/protocol.md`, for Python bots and our engines."""

import os
import sys
from collections.abc import Callable
from typing import NamedTuple, Protocol, TextIO

from garlic.core import Game, GarlicError, Limits, Position, UsageError
from garlic.core.game import TurnPosition, has_line, turn_position
from garlic.core.limits import MEGABYTE
from garlic.core.reading.scan import whole_number
from garlic.games import GAMES


class LineBot(Protocol):
    """A player behind the line protocol."""

    def start(self, position: Position) -> None:
        """Prepare to play from *position*."""

    def play(self, position: Position) -> str:
        """The move to make, in the game's notation."""

    def end(self, result: str) -> None:
        """The game is over: ``win``, ``loss`` or ``draw``."""


class SeatInfo(NamedTuple):
    """A bot's seat: the game, the name of its side, and the limits."""

    game: Game
    seat: str
    limits: Limits


class Streams(NamedTuple):
    """Where the judge's lines come from, and where answers go."""

    lines: TextIO
    # A bare descriptor, which stays open until the process ends: a crash must not look as if
    # the bot had closed its output first.
    answers: int


def take_streams() -> Streams:
    """Standard input and output, for the protocol alone: from now on prints go to standard error.

    Call it before any code of a bot runs, so that nothing it prints is taken for an answer.
    """
    streams = Streams(sys.stdin, os.dup(1))
    os.dup2(2, 1)
    return streams


def run_session(make_bot: Callable[[SeatInfo], LineBot], streams: Streams) -> None:
    """Play one game with the judge over *streams*; *make_bot* makes the player for a seat."""
    session = LineSession(make_bot)
    for line in iter(streams.lines.readline, ""):
        if (answer := session.handle(line.rstrip("\n"))) is not None:
            os.write(streams.answers, f"{answer}\n".encode())
        if session.ended:
            return


class LineSession:
    """The protocol without the pipes: handles lines and returns answers."""

    def __init__(self, make_bot: Callable[[SeatInfo], LineBot]) -> None:
        self._make_bot = make_bot
        self._seat: SeatInfo | None = None
        self._bot: LineBot | None = None
        self._history = _PositionTracker()
        self.ended = False

    def handle(self, line: str) -> str | None:
        """The answer to *line*, None if none is expected; raise `GarlicError` on a wrong line."""
        word, _, rest = line.partition(" ")
        if word == "garlic":
            self._seat = _parse_seat(line)
            return None
        if self._seat is None:
            raise UsageError("expected 'garlic VERSION GAME SEAT' first, got {line!r}", line=line)
        game = self._seat.game
        if word == "limits":
            self._seat = self._seat._replace(limits=_limits(line))
        elif word == "start":
            self._bot = self._make_bot(self._seat)
            self._bot.start(self._history.begin(game, rest))
            return "ready"
        elif self._bot is None:
            return None  # nothing else needs an answer before `start`
        elif word == "played":
            self._history.add(game, rest.partition(" ")[2])
        elif word == "turn":
            return self._bot.play(self._history.at(game, rest))
        elif word == "end":
            self._bot.end(rest.partition(" ")[0])
            self.ended = True
        return None


class _PositionTracker:
    """The position with its history: the judge sends positions without it, and moves one by one."""

    def __init__(self) -> None:
        self._position: TurnPosition | None = (
            None  # None if the game has no history, or it is not known
        )

    def begin(self, game: Game, text: str) -> Position:
        """The first position."""
        start = game.parse(text)
        self._position = turn_position(start) if has_line(start) else None
        return start

    def add(self, game: Game, move: str) -> None:
        """Play *move*."""
        if self._position is not None:
            try:
                self._position = self._position.play(game.move.parse(move))
            except GarlicError:  # a lost turn, for instance
                self._position = None

    def at(self, game: Game, text: str) -> Position:
        """The position *text*, with its history if that is known."""
        if self._position is None or str(self._position) != text:
            self._position = None
            return game.parse(text)
        return self._position


def _parse_seat(line: str) -> SeatInfo:
    words = line.split(" ")
    if len(words) != 4 or words[3] not in GAMES[words[2]].seats:
        raise UsageError("expected 'garlic VERSION GAME SEAT' first, got {line!r}", line=line)
    game = GAMES[words[2]]
    return SeatInfo(game, words[3], game.limits)


def _limits(line: str) -> Limits:
    """The `limits` line: milliseconds for init, a turn and the game (0: none), megabytes."""
    numbers = [whole_number(word, 0, 10**9) for word in line.split(" ")[1:]]
    if len(numbers) != 4 or None in numbers:
        raise UsageError("expected 'limits INIT TURN GAME MEMORY', got {line!r}", line=line)
    init, turn, game, memory = (number or 0 for number in numbers)
    return Limits(
        init_seconds=init / 1000,
        turn_seconds=turn / 1000,
        memory_bytes=memory * MEGABYTE,
        game_seconds=game / 1000 or None,
    )
