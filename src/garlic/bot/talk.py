"""The bot's side of the line protocol (`docs/protocol.md`), for whatever thinks behind it."""

import os
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TextIO

from garlic.core import Game, GarlicError, Limits, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.reading.scan import whole_number
from garlic.games import GAMES


class Talker(Protocol):
    """What thinks: told when it starts and ends, asked for moves in between."""

    def start(self, position: Any) -> None:
        """Get ready to play from *position*."""

    def play(self, position: Any) -> str:
        """The move to make, as the game writes it."""

    def end(self, result: str) -> None:
        """The game is over: ``win``, ``loss`` or ``draw``."""


class SeatInfo(NamedTuple):
    """What a talker sits down at: the game, what its own side is called, and the limits."""

    game: Game
    seat: str
    limits: Limits


def converse(sit_down: Callable[[SeatInfo], Talker], lines: TextIO | None = None) -> None:
    """Talk to the judge on standard input (or *lines*) and output until the game ends.

    *sit_down* gives the talker for a table. Whatever it prints goes to standard error, so that
    it cannot be taken for an answer.
    """
    # A bare descriptor, which stays open to the very end: a crash must not look as if the bot
    # had closed its output first.
    answers = os.dup(1)
    os.dup2(2, 1)
    talk = Conversation(sit_down)
    for line in iter((lines or sys.stdin).readline, ""):
        if (answer := talk.hear(line.rstrip("\n"))) is not None:
            os.write(answers, f"{answer}\n".encode())
        if talk.ended:
            return


class Conversation:
    """The protocol without the pipes: what a line means, and what is answered."""

    def __init__(self, sit_down: Callable[[SeatInfo], Talker]) -> None:
        self._sit_down = sit_down
        self._table: SeatInfo | None = None
        self._talker: Talker | None = None
        self._course = _Followed()
        self.ended = False

    def hear(self, line: str) -> str | None:
        """The answer to *line*, None where none is wanted; raise `GarlicError` on a wrong one."""
        word, _, rest = line.partition(" ")
        if word == "garlic":
            self._table = _table(line)
            return None
        if self._table is None:
            raise UsageError("expected 'garlic VERSION GAME SEAT' first, got {line!r}", line=line)
        game = self._table.game
        if word == "limits":
            self._table = self._table._replace(limits=_limits(line))
        elif word == "start":
            self._talker = self._sit_down(self._table)
            self._talker.start(self._course.begin(game, rest))
            return "ready"
        elif self._talker is None:
            return None  # nothing else is asked of us before `start`
        elif word == "played":
            self._course.hear(game, rest.partition(" ")[2])
        elif word == "turn":
            return self._talker.play(self._course.at(game, rest))
        elif word == "end":
            self._talker.end(rest.partition(" ")[0])
            self.ended = True
        return None


class _Followed:
    """The game so far: the judge tells positions without their history, and moves one by one."""

    def __init__(self) -> None:
        self._position: Any = None  # None where nobody needs it, or it could not be followed

    def begin(self, game: Game, text: str) -> Any:
        """The first position."""
        start = game.parse(text)
        self._position = start if hasattr(start, "line") else None
        return start

    def hear(self, game: Game, move: str) -> None:
        """*move* was played."""
        if self._position is not None:
            try:
                self._position = self._position.play(game.move.parse(move))
            except GarlicError:  # a lost turn, for instance
                self._position = None

    def at(self, game: Game, text: str) -> Any:
        """The position *text*, with its history where that is known."""
        if self._position is None or str(self._position) != text:
            self._position = None
            return game.parse(text)
        return self._position


def _table(line: str) -> SeatInfo:
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
