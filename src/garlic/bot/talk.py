"""The bot's side of the line protocol (`docs/protocol.md`), for whatever thinks behind it."""

import os
import sys
from collections.abc import Callable
from typing import Any, Protocol

from garlic.core import Game
from garlic.games import GAMES


class Talker(Protocol):
    """What thinks: told when it starts and ends, asked for moves in between."""

    def start(self, position: Any) -> None:
        """Get ready to play from *position*."""

    def play(self, position: Any) -> str:
        """The move to make, as the game writes it."""

    def end(self, result: str) -> None:
        """The game is over: ``win``, ``loss`` or ``draw``."""


def converse(sit_down: Callable[[Game, str], Talker]) -> None:
    """Talk to the judge on standard input and output until the game ends.

    *sit_down* gives the talker for a game and a seat. Whatever it prints goes to standard error,
    so that it cannot be taken for an answer.
    """
    # A bare descriptor, which stays open to the very end: a crash must not look as if the bot
    # had closed its output first.
    answers = os.dup(1)
    os.dup2(2, 1)
    game: Game | None = None
    talker: Talker | None = None
    for line in iter(sys.stdin.readline, ""):
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "garlic":
            _, name, seat = rest.split(" ")
            game = GAMES[name]
            talker = sit_down(game, seat)
        elif game is None or talker is None:
            sys.exit(f"expected 'garlic VERSION GAME SEAT' first, got {line!r}")
        elif word == "start":
            talker.start(game.parse(rest))
            os.write(answers, b"ready\n")
        elif word == "turn":
            os.write(answers, f"{talker.play(game.parse(rest))}\n".encode())
        elif word == "end":
            talker.end(rest.partition(" ")[0])
            return
