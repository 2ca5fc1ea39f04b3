"""An Othello program that speaks the Go Text Protocol (Debian's grhino), as a player."""

import shutil
import subprocess
from pathlib import Path
from typing import Self

from garlic.core import Seat
from garlic.engines import Limit
from garlic.games.othello import PASS, Move, Position

_COLOURS = {Seat.A: "black", Seat.B: "white"}


def find_rhino() -> str | None:
    """Where ``gtp-rhino`` is; None where it is not installed."""
    usual = Path("/usr/games/gtp-rhino")
    return str(usual) if usual.exists() else shutil.which("gtp-rhino")


class GtpPlayer:
    """A program that keeps the game itself: it is told our moves and asked for its own.

    For standard Othello from the usual start, where red is black.
    """

    def __init__(self, program: str, *arguments: str) -> None:
        self._program = subprocess.Popen(
            [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.ask("boardsize 8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.wait()

    def ask(self, command: str) -> str:
        """The answer to a command; raise `AssertionError` if the program refuses it."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(f"{command}\n")
        self._program.stdin.flush()
        lines = []
        while line := self._program.stdout.readline().strip("\n"):
            lines.append(line)
        while not lines:  # an empty line before the answer
            while line := self._program.stdout.readline().strip("\n"):
                lines.append(line)
        assert lines[0].startswith("="), (command, lines)
        return lines[0][1:].strip()

    def start(self) -> None:
        """A new game."""
        self.ask("clear_board")

    def tell(self, seat: Seat, move: Move) -> None:
        """The other side played *move*."""
        self.ask(f"play {_COLOURS[seat]} {move}")

    def choose(self, position: Position, limit: Limit) -> Move:
        """The program's move, which it also plays on its own board."""
        del limit
        answer = self.ask(f"genmove {_COLOURS[position.mover]}").lower()
        return PASS if answer == "pass" else Move.parse(answer)
