"""The bot's side of the line protocol (`docs/protocol.md`), for whatever thinks behind it."""

import os
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from garlic.core import Game, GarlicError, Limits
from garlic.core.limits import MEGABYTE
from garlic.games import GAMES


class Talker(Protocol):
    """What thinks: told when it starts and ends, asked for moves in between."""

    def start(self, position: Any) -> None:
        """Get ready to play from *position*."""

    def play(self, position: Any) -> str:
        """The move to make, as the game writes it."""

    def end(self, result: str) -> None:
        """The game is over: ``win``, ``loss`` or ``draw``."""


class Table(NamedTuple):
    """What a talker sits down at: the game, what its own side is called, and the limits."""

    game: Game
    seat: str
    limits: Limits


def converse(sit_down: Callable[[Table], Talker]) -> None:
    """Talk to the judge on standard input and output until the game ends.

    *sit_down* gives the talker for a table. Whatever it prints goes to standard error, so that
    it cannot be taken for an answer.
    """
    # A bare descriptor, which stays open to the very end: a crash must not look as if the bot
    # had closed its output first.
    answers = os.dup(1)
    os.dup2(2, 1)
    table: Table | None = None
    talker: Talker | None = None
    course = _Followed()
    for line in iter(sys.stdin.readline, ""):
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "garlic":
            _, name, seat = rest.split(" ")
            table = Table(GAMES[name], seat, GAMES[name].limits)
        elif table is None:
            sys.exit(f"expected 'garlic VERSION GAME SEAT' first, got {line!r}")
        elif word == "limits":
            table = table._replace(limits=_limits(rest))
        elif word == "start":
            talker = sit_down(table)
            talker.start(course.begin(table.game, rest))
            os.write(answers, b"ready\n")
        elif talker is None:
            continue  # nothing else is asked of us before `start`
        elif word == "played":
            course.hear(table.game, rest.partition(" ")[2])
        elif word == "turn":
            os.write(answers, f"{talker.play(course.at(table.game, rest))}\n".encode())
        elif word == "end":
            talker.end(rest.partition(" ")[0])
            return


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


def _limits(rest: str) -> Limits:
    """The `limits` line: milliseconds for init, a turn and the game (0: none), megabytes."""
    init, turn, game, memory = map(int, rest.split(" "))
    return Limits(
        init_seconds=init / 1000,
        turn_seconds=turn / 1000,
        memory_bytes=memory * MEGABYTE,
        game_seconds=game / 1000 or None,
    )
